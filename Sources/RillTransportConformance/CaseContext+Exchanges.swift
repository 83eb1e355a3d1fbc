internal import RillHTTPTesting

/// Helpers for cases that run a single exchange with their own server.
extension CaseContext {
    /// Sends one request to a server with the given handler, and returns the complete response.
    func response(
        _ method: HTTPRequest.Method = .get, body: HTTPBody? = nil,
        options change: (inout TransportOptions) -> Void = { _ in }, by handler: @escaping LoopbackServer.Handler
    ) throws -> RecordedEvents {
        try site(options: change, handler).response(method, body: body)
    }

    /// Sends one request to a server that sends a text without framing and closes the connection, and returns the
    /// complete response.
    func response(fromRaw text: String) throws -> RecordedEvents {
        try response { _ in .steps([.raw(text), .close]) }
    }

    /// Sends one request to a server with the given handler, and returns the failure that the case expects.
    func failure(
        options change: (inout TransportOptions) -> Void = { _ in }, by handler: @escaping LoopbackServer.Handler
    ) throws -> (error: TransportError, response: RecordedEvents) {
        try site(options: change, handler).failure()
    }

    /// Expects a failure with one of the given codes from a server that sends a text without framing and closes the
    /// connection.
    func expectFailure(_ codes: TransportError.Code..., ofRaw text: String) throws {
        do {
            try expect(failure { _ in .steps([.raw(text), .close]) }.error, isOneOf: codes)
        } catch let failure as CaseFailure {
            throw CaseFailure("\(failure.text). Raw response: \(text.debugDescription)")
        }
    }

    /// Expects a malformed response without a head from a server that sends a text without framing and closes the
    /// connection.
    func expectRejectedHead(ofRaw text: String) throws {
        let (error, response) = try failure { _ in .steps([.raw(text), .close]) }
        try expect(error.code, is: .malformedResponse, "the error code for \(text.debugDescription)")
        try expect(response.status, is: 0, "the status code for \(text.debugDescription) (0 means no response head)")
    }

    /// Expects that transports with invalid options fail before they send a request.
    ///
    /// - Parameters:
    ///   - secrets: The texts that errors must not contain.
    ///   - changes: Closures that set invalid options.
    func expectInvalidOptions(
        hiding secrets: [String] = [], _ changes: (inout TransportOptions) -> Void...
    ) throws {
        let site = try site { _ in .text("ok") }
        for change in changes {
            let (error, _) = try transport(change).start(site.request()).failure()
            try expect(error, isOneOf: [.invalidOptions])
            for text in ["\(error)", error.text, String(reflecting: error)] {
                for secret in secrets { try expect(!text.contains(secret), "no \(secret) in \"\(text)\"") }
            }
        }
        try expect(site.server.requests.count, is: 0, "the number of requests")
        // Over TLS, a transport may read certificates after it has connected.
        if carrier == .plain { try expect(site.server.connections.count, is: 0, "the number of connections") }
    }

    /// Sends one request to a server that responds with "ok", and returns the request as the server received it.
    func receivedRequest(
        _ method: HTTPRequest.Method = .get, _ fields: HTTPFields = [:], body: HTTPBody? = nil,
        options change: (inout TransportOptions) -> Void = { _ in }
    ) throws -> LoopbackServer.Request {
        let site = try site(options: change) { _ in .text("ok") }
        try expect(site.response(method, "/", fields, body: body).status, is: 200, "the status code")
        try expect(site.server.requests.count, is: 1, "the number of requests")
        return site.server.requests[0]
    }
}

extension TransportConformance.Case {
    /// Creates a case that expects the body of the response from a server that sends a text without framing and closes
    /// the connection.
    static func reading(
        _ group: TransportConformance.Group, _ name: String, _ raw: String, as text: String, status: Int = 200
    ) -> Self {
        Self(group, name) { context in
            let response = try context.response(fromRaw: raw)
            try expect(response.status, is: status, "the status code")
            try expect(response.text, is: text, "the body")
        }
    }
}

extension HTTPField.Name {
    /// A custom header field without a defined meaning.
    static let item = HTTPField.Name(literal: "X-Item")

    /// Another custom header field without a defined meaning.
    static let other = HTTPField.Name(literal: "X-Other")
}
