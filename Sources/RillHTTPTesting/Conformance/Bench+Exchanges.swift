internal import RillHTTP

/// One exchange with a server of its own, for cases that need no more.
extension Bench {
    /// Has a handler answer one request, and returns the whole answer.
    func answer(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:], body: HTTPBody? = nil,
        options change: (inout TransportOptions) -> Void = { _ in }, by handler: @escaping LoopbackServer.Handler
    ) throws -> ReceivedAnswer {
        let server = try serve(handler)
        return try transport(change).begin(server.request(method, path, fields), body: body).answer()
    }

    /// Has the server send a text as it is, and returns the whole answer; the connection is closed behind it.
    func answer(toRaw text: String, method: HTTPRequest.Method = .get) throws -> ReceivedAnswer {
        try answer(method) { _ in .steps([.raw(text), .close]) }
    }

    /// Has a handler answer one request, and returns the failure that must come of it.
    func failure(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:], body: HTTPBody? = nil,
        options change: (inout TransportOptions) -> Void = { _ in }, by handler: @escaping LoopbackServer.Handler
    ) throws -> (error: TransportError, answer: ReceivedAnswer) {
        let server = try serve(handler)
        return try transport(change).begin(server.request(method, path, fields), body: body).failure()
    }

    /// Has the server send a text as it is and close the connection, and expects a failure with one of some codes.
    func expectFailure(_ codes: TransportError.Code..., ofRaw text: String) throws {
        do {
            let (error, _) = try failure { _ in .steps([.raw(text), .close]) }
            try expect(error, isOneOf: codes)
        } catch let fault as Fault {
            throw Fault("\(fault.text); the server sent \(text.debugDescription)")
        }
    }

    /// Sends one request, with a server that answers "ok", and returns it as the server has read it.
    func sent(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:], body: HTTPBody? = nil,
        options change: (inout TransportOptions) -> Void = { _ in }
    ) throws -> LoopbackServer.Request {
        let server = try serve { _ in .text("ok") }
        let answer = try transport(change).begin(server.request(method, path, fields), body: body).answer()
        try expect(answer.status, is: 200, "the status")
        try expect(server.requests.count, is: 1, "the number of requests")
        return server.requests[0]
    }

    /// Throws unless an error has one of some codes.
    func expect(_ error: TransportError, isOneOf codes: [TransportError.Code]) throws {
        let names = codes.map(\.description).joined(separator: " or ")
        try expect(codes.contains(error.code), "an error with the code \(names), but it is \(error.code): \(error)")
    }
}

extension LoopbackServer {
    /// A request to this server.
    func request(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:]
    ) -> HTTPRequest {
        let scheme = String(baseURL.prefix { $0 != ":" })
        return HTTPRequest(method: method, scheme: scheme, authority: authority, path: path, headerFields: fields)
    }
}

extension Transport {
    /// Subscribes to an exchange.
    func begin(
        _ request: HTTPRequest, body: HTTPBody? = nil, _ reaction: RunningExchange.Reaction? = nil
    ) -> RunningExchange {
        RunningExchange(send(request, body: body), reaction)
    }
}

extension HTTPField.Name {
    /// A field that means nothing.
    static let item = HTTPField.Name(literal: "X-Item")

    /// Another field that means nothing.
    static let other = HTTPField.Name(literal: "X-Other")
}
