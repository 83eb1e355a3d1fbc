extension HTTPRequest {
    /// Whether the request is idempotent (RFC 9110, section 9.2.2): its method is idempotent, or it has an
    /// `Idempotency-Key` header field.
    package var isIdempotent: Bool { Self.isIdempotent(method.rawValue, headerFields) }

    /// Whether a request with this method and these header fields is idempotent.
    static func isIdempotent(_ method: String, _ fields: HTTPFields) -> Bool {
        idempotentMethods.contains(method) || fields.contains(.idempotencyKey)
    }

    private static let idempotentMethods: Set = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"]
}

extension HTTPField.Name {
    /// A unique key that identifies a request and its repetitions.
    static var idempotencyKey: Self { Self(rawName: "Idempotency-Key", canonicalName: "idempotency-key") }
}
