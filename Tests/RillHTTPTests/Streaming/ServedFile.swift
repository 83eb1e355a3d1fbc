import RillHTTP
import RillHTTPTesting

/// A file as a server hands it out, in parts too.
struct ServedFile: Sendable {
    var bytes: [UInt8]

    /// Its `ETag`; nil to name none.
    var tag: String? = "\"1\""

    /// Beside those that say what the body is.
    var fields: HTTPFields = [:]

    init(_ count: Int) {
        bytes = TemporaryFiles.pattern(count)
    }

    /// What a request is answered, by RFC 9110, 14.2.
    func answer(_ request: HTTPFields) -> (status: HTTPResponse.Status, fields: HTTPFields, body: [UInt8]) {
        var fields = fields
        if let tag { fields[.eTag] = tag }
        let isSame = request[.ifRange].map { $0 == tag || $0 == fields[.lastModified] } ?? true
        guard isSame, let range = request[.range], let start = Int(range.dropFirst("bytes=".count).dropLast()) else {
            fields[.contentLength] = "\(bytes.count)"
            return (.ok, fields, bytes)
        }
        guard start < bytes.count else {
            return (.rangeNotSatisfiable, [.contentRange: "bytes */\(bytes.count)"], [])
        }
        fields[.contentLength] = "\(bytes.count - start)"
        fields[.contentRange] = "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
        return (.partialContent, fields, Array(bytes[start...]))
    }

    /// The same in pieces of 100 bytes, one a second.
    ///
    /// - Parameters:
    ///   - request: The request's fields.
    ///   - count: After how many bytes of the body the exchange breaks off; nil if it does not.
    /// - Returns: The answer.
    func stub(_ request: HTTPFields, breakingAfter count: Int? = nil) -> StubTransport.Answer {
        let answer = answer(request)
        let body = answer.body.prefix(count ?? .max)
        let chunks = stride(from: 0, to: body.count, by: 100).map { start in
            StubTransport.Answer.Chunk(Array(body[start..<min(start + 100, body.count)]), after: .seconds(1))
        }
        return .respond(
            status: answer.status, fields: answer.fields, chunks: chunks,
            then: count == nil ? .complete : .fail(TransportError(.closedEarly)))
    }
}
