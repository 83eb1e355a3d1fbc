public import RillHTTPTypes

extension Observable<TransportEvent> {
    /// Decodes the body of the response if it has content codings.
    ///
    /// The client applies this operator to each exchange with a transport, inside of all middleware: whatever transport,
    /// stub or cassette sends the response, logs, parsers and files receive the same decoded bytes, and an error of the
    /// coding is an error of the attempt, which `Retry` sees. A transport that stores the responses of another one, such
    /// as a cache, applies it itself, so that it does not store a damaged body.
    ///
    /// The header fields are forwarded as the server sent them. The head states that the body is decoded, so applying the
    /// operator again has no effect. These bodies are not decoded: those with an unknown coding or without content, and
    /// parts of a representation, because a part of compressed content cannot be decompressed.
    ///
    /// - Parameter request: The request.
    /// - Returns: The same events with a decoded body.
    public func decodingContent(of request: HTTPRequest) -> Observable<TransportEvent> {
        let isHead = request.method == .head
        return transformRest { event in
            guard case .head(var head) = event, !isHead, let limit = head.decodingLimit,
                let codings = head.contentCodings, !codings.isEmpty, head.hasWholeContent
            else { return nil }
            let decoder = try ContentDecoder(codings, limit: limit)
            head.decodingLimit = nil
            return (
                .head(head),
                { $0.chunks.parsed(by: decoder, "decodingContent", file: #fileID, line: #line).map { .chunk($0) } }
            )
        }
    }
}

extension HTTPResponse {
    /// The content codings in the order in which they were applied, or `nil` if one of them is unknown.
    fileprivate var contentCodings: [ContentCoding]? {
        guard hasContentCoding else { return [] }
        let names = headerFields.elements(of: .contentEncoding).map(HTTPToken.lowercased).filter { $0 != "identity" }
        let codings = names.compactMap { ContentCoding(name: $0) }
        return codings.count == names.count ? codings : nil
    }

    /// Whether the response has content, and the content is not a part of the representation.
    fileprivate var hasWholeContent: Bool {
        switch status {
        case .noContent, .resetContent, .notModified, .partialContent: false
        default:
            // Some servers send the fields of a coded body with an empty one.
            ContentRange.count(headerFields[.contentLength]) != 0
                && !(status.kind == .successful && headerFields.contains(.contentRange))
        }
    }
}
