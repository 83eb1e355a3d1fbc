package import RillHTTP
package import Testing

/// An operation of a sample server, with a request that succeeds.
package struct SampleOperation: Sendable {
    let request: RawRequest

    /// The query items that the operation implements.
    let items: Set<String>

    package init(_ request: RawRequest, items: Set<String> = []) {
        self.request = request
        self.items = items
    }

    package init(_ target: String, method: HTTPRequest.Method = .get, items: Set<String> = []) {
        self.init(RawRequest(target: target, method: method), items: items)
    }

    /// Sends the request with each part that the operation does not implement, and then without such a part.
    ///
    /// The last request succeeds only if none of the others was executed.
    ///
    /// - Parameters:
    ///   - interpreted: The query items that the service interprets in any of its operations.
    ///   - fields: The header fields that the sample server does not implement.
    ///   - ignored: The query item that the service ignores, or `nil` if it interprets all of them.
    ///   - location: The location of the call.
    ///   - send: The closure that sends a request.
    package func expectRejections(
        interpreted: [String], fields: [String], ignored: String?, _ location: SourceLocation = #_sourceLocation,
        send: (RawRequest) async throws -> RawRequest.RawResponse
    ) async throws {
        let conditions = ["If-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range"]
        var altered: [(part: String, request: RawRequest)] = interpreted.filter { !items.contains($0) }.map { item in
            (item, adding(item))
        }
        for field in conditions + fields {
            var request = request
            request.headerFields[try #require(HTTPField.Name(field))] = "1"
            altered.append((field, request))
        }
        for (part, request) in altered {
            let response = try await send(request)
            #expect(
                response.head.status.code == 501 && (request.method == .head || response.body.contains(part)),
                "\(request.method) \(request.target) with \(part): \(response)", sourceLocation: location)
        }
        if let ignored, request.method == .get {
            let response = try await send(adding(ignored))
            #expect(response.head.status.code < 400, "\(request.target): \(response)", sourceLocation: location)
        }
        let response = try await send(request)
        #expect(
            response.head.status.code < 400, "\(request.method) \(request.target): \(response)",
            sourceLocation: location)
    }

    private func adding(_ item: String) -> RawRequest {
        var request = request
        request.target += "\(request.target.contains("?") ? "&" : "?")\(item)=1"
        return request
    }
}
