import RillHTTPTesting
import RillTestSupport

/// A file on a server that supports range requests.
struct ServedFile: Sendable {
    var bytes: [UInt8]

    /// The `ETag` of the file, or `nil` to omit it.
    var tag: String? = "\"1\""

    /// Additional header fields.
    var fields: HTTPFields = [:]

    init(_ count: Int) {
        bytes = TemporaryFiles.pattern(count)
    }

    /// Returns the response to a request according to RFC 9110, 14.2.
    func response(_ request: HTTPFields) -> (status: HTTPResponse.Status, fields: HTTPFields, body: [UInt8]) {
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

    /// Returns the response in chunks of 100 bytes, one per second.
    ///
    /// - Parameters:
    ///   - request: The header fields of the request.
    ///   - count: The number of body bytes after which the exchange fails. Defaults to `nil`, which means that it
    ///     completes.
    /// - Returns: The stub response.
    func stub(_ request: HTTPFields, breakingAfter count: Int? = nil) -> StubTransport.Response {
        let response = response(request)
        let body = response.body.prefix(count ?? .max)
        let chunks = stride(from: 0, to: body.count, by: 100).map { start in
            StubTransport.Response.Chunk(Array(body[start..<min(start + 100, body.count)]), after: .seconds(1))
        }
        return .respond(
            status: response.status, fields: response.fields, chunks: chunks,
            then: count == nil ? .complete : .fail(TransportError(.closedEarly)))
    }
}
