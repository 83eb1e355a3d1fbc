extension HTTPResponse {
    /// Whether the body has a content coding, so that its decompressed length differs from `Content-Length`.
    public var hasContentCoding: Bool {
        headerFields[values: .contentEncoding].contains { !$0.isEmpty && $0.lowercased() != "identity" }
    }

    /// The value of `Content-Length`, or `nil` if it is missing or invalid, or if the body has a content coding.
    ///
    /// A response without a body, such as a response to HEAD, can have a length, too.
    package var declaredLength: Int? { hasContentCoding ? nil : ContentRange.count(headerFields[.contentLength]) }
}
