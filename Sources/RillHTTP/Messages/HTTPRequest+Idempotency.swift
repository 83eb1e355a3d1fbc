extension HTTPRequest {
    /// Whether the request can be sent again without another effect on the server (RFC 9110, section 9.2.2).
    ///
    /// If a request is not idempotent, ``Retry``, ``Hedging`` and transports do not send it again after the server may
    /// have received it.
    ///
    /// By default, a request is idempotent if its method is GET, HEAD, PUT, DELETE, OPTIONS or TRACE, or if it has an
    /// `Idempotency-Key` header field. Set the property if the server treats the request differently. The value then
    /// no longer depends on the method and the header fields, but ``IdempotencyKeys`` sets it to `true`.
    public var isIdempotent: Bool {
        get { declaredIdempotency ?? Self.isIdempotent(method, headerFields) }
        set { declaredIdempotency = newValue }
    }

    /// Returns whether a request with a method and header fields is idempotent by default.
    static func isIdempotent(_ method: Method, _ fields: HTTPFields) -> Bool {
        method.isSafe || method == .put || method == .delete || fields.contains(.idempotencyKey)
    }
}

extension HTTPField.Name {
    /// A unique key that identifies a request and its repetitions.
    static var idempotencyKey: Self { Self(rawName: "Idempotency-Key", canonicalName: "idempotency-key") }
}
