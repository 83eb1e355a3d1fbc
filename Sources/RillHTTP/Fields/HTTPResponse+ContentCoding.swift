extension HTTPResponse {
    /// Whether the body has a content coding, so that its decompressed length differs from `Content-Length`.
    package var hasContentCoding: Bool {
        headerFields[values: .contentEncoding].contains { !$0.isEmpty && $0.lowercased() != "identity" }
    }

    /// The number of bytes of the decompressed body, or `nil` if it is unknown.
    package var declaredLength: Int? { hasContentCoding ? nil : ContentRange.count(headerFields[.contentLength]) }
}
