internal import RillHTTP

/// Helpers for cases that run a single exchange with their own server.
extension CaseContext {
    /// Sends one request to a server with the given handler, and returns the complete response.
    func response(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:], body: HTTPBody? = nil,
        options change: (inout TransportOptions) -> Void = { _ in }, by handler: @escaping LoopbackServer.Handler
    ) throws -> ReceivedResponse {
        let server = try serve(handler)
        return try transport(change).start(server.request(method, path, fields), body: body).response()
    }

    /// Sends one request to a server that sends a text without framing and closes the connection, and returns the
    /// complete response.
    func response(fromRaw text: String, method: HTTPRequest.Method = .get) throws -> ReceivedResponse {
        try response(method) { _ in .steps([.raw(text), .close]) }
    }

    /// Sends one request to a server with the given handler, and returns the failure that the case expects.
    func failure(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:], body: HTTPBody? = nil,
        options change: (inout TransportOptions) -> Void = { _ in }, by handler: @escaping LoopbackServer.Handler
    ) throws -> (error: TransportError, response: ReceivedResponse) {
        let server = try serve(handler)
        return try transport(change).start(server.request(method, path, fields), body: body).failure()
    }

    /// Expects a failure with one of the given codes from a server that sends a text without framing and closes the
    /// connection.
    func expectFailure(_ codes: TransportError.Code..., ofRaw text: String) throws {
        do {
            let (error, _) = try failure { _ in .steps([.raw(text), .close]) }
            try expect(error, isOneOf: codes)
        } catch let failure as CaseFailure {
            throw CaseFailure("\(failure.text). Raw response: \(text.debugDescription)")
        }
    }

    /// Expects a malformed response without a head from a server that sends a text without framing and closes the
    /// connection.
    func expectRejectedHead(ofRaw text: String) throws {
        let (error, response) = try failure { _ in .steps([.raw(text), .close]) }
        try expect(error.code, is: .malformedResponse, "the error code for \(text.debugDescription)")
        try expect(
            response.status, is: 0, "the status code for \(text.debugDescription) (0 means no response head)")
    }

    /// Sends one request to a server that responds with "ok", and returns the request as the server received it.
    func receivedRequest(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:], body: HTTPBody? = nil,
        options change: (inout TransportOptions) -> Void = { _ in }
    ) throws -> LoopbackServer.Request {
        let server = try serve { _ in .text("ok") }
        let response = try transport(change).start(server.request(method, path, fields), body: body).response()
        try expect(response.status, is: 200, "the status code")
        try expect(server.requests.count, is: 1, "the number of requests")
        return server.requests[0]
    }

    /// Throws unless an error has one of the given codes.
    func expect(_ error: TransportError, isOneOf codes: [TransportError.Code]) throws {
        let names = codes.map(\.description).joined(separator: " or ")
        try expect(codes.contains(error.code), "an error with code \(names), got \(error.code): \(error)")
    }
}

extension LoopbackServer {
    /// Returns a request to this server.
    func request(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:]
    ) -> HTTPRequest {
        let scheme = String(baseURL.prefix { $0 != ":" })
        return HTTPRequest(method: method, scheme: scheme, authority: authority, path: path, headerFields: fields)
    }
}

extension Transport {
    /// Subscribes to an exchange, with the content coding of the client, and returns it.
    func start(
        _ request: HTTPRequest, body: HTTPBody? = nil, _ reaction: RunningExchange.Reaction? = nil
    ) -> RunningExchange {
        var request = request
        request.decodesContent = true
        return RunningExchange(send(request, body: body).decodingContent(of: request), reaction)
    }
}

extension HTTPField.Name {
    /// A custom header field without a defined meaning.
    static let item = HTTPField.Name(literal: "X-Item")

    /// Another custom header field without a defined meaning.
    static let other = HTTPField.Name(literal: "X-Other")
}
