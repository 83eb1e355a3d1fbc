extension HTTPRequest {
    /// Whether the request can be sent again without another effect on the server (RFC 9110, section 9.2.2).
    ///
    /// If a request is not idempotent, ``Retry`` and `Hedging` do not send it again after the server may have received
    /// it. Neither do transports, with the exceptions that ``Transport`` describes.
    ///
    /// By default, a request is idempotent if its method is GET, HEAD, PUT, DELETE, OPTIONS or TRACE. Set the property
    /// if the server treats the request differently. The value then no longer depends on the method. A request with an
    /// `Idempotency-Key` header field is always idempotent, regardless of the method and the value that was set.
    public var isIdempotent: Bool {
        get { headerFields.contains(.idempotencyKey) || declaredIdempotency ?? method.isIdempotent }
        set { declaredIdempotency = newValue }
    }
}

extension HTTPRequest.Method {
    /// Whether requests with this method are idempotent by default.
    fileprivate var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}

extension HTTPField.Name {
    /// A unique key that identifies a request and its retries.
    package static var idempotencyKey: Self { Self(rawName: "Idempotency-Key", canonicalName: "idempotency-key") }
}
