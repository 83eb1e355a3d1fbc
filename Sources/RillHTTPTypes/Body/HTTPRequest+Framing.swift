extension HTTPRequest {
    /// Validates the URL and the header fields.
    ///
    /// Transports derive `Content-Length` and `Transfer-Encoding` from the body, so a field with a different value is an
    /// error. A request with an `Upgrade` field and a stream as its body can declare the length of the stream's first part.
    package func check(sending body: HTTPBody?) throws(TransportError) {
        try check()
        guard headerFields.contains(.contentLength) || headerFields.contains(.transferEncoding) else { return }
        let count = body == nil ? 0 : try body?.checkedCount()
        let isUpgrade = headerFields.contains(.upgrade)
        if let coding = headerFields[.transferEncoding], coding.lowercased() != "chunked" || count != nil || isUpgrade {
            throw TransportError(
                .invalidRequest,
                "the Transfer-Encoding header field must not be set: the body determines it")
        }
        if isUpgrade, count == nil { return }
        guard let length = headerFields[.contentLength], length != count.map({ "\($0)" }) else { return }
        throw TransportError(
            .invalidRequest,
            count.map { "the Content-Length header field is \(length), but the body has \($0) bytes: omit the field" }
                ?? "the Content-Length header field is \(length), but the length of the body is unknown: omit the field, or give "
                + "the length to the body")
    }
}
