internal import RillHTTPTesting

/// Helpers for cases that run a single exchange with their own server.
extension CaseContext {
    /// Expects that transports with invalid options fail before they send a request.
    ///
    /// - Parameters:
    ///   - secrets: The texts that errors must not contain.
    ///   - changes: Closures that set invalid options.
    func expectInvalidOptions(hiding secrets: [String] = [], _ changes: (inout TransportOptions) -> Void...) throws {
        let site = try site { _ in .text("ok") }
        for change in changes {
            let (error, _) = try transport(change).start(site.request()).failure(with: [.invalidOptions])
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
    /// Creates a case with a server that sends the same response to each request, and a transport for these requests.
    init(
        _ group: TransportConformance.Group, _ name: String, over carrier: Carrier = .plain,
        runsWithoutNetwork: Bool = false,
        serving response: @autoclosure @escaping @Sendable () -> LoopbackServer.Response,
        _ body: @escaping @Sendable (Site) throws -> Void
    ) {
        self.init(group, name, over: carrier, runsWithoutNetwork: runsWithoutNetwork) { context in
            try body(context.site { _ in response() })
        }
    }

    /// Creates a case that expects the body of the response from a server that sends a text without framing and closes
    /// the connection.
    static func reading(
        _ group: TransportConformance.Group, _ name: String, _ raw: String, as text: String, status: Int = 200
    ) -> Self {
        Self(group, name, serving: .steps([.raw(raw), .close])) { site in
            try expect(site.response(), hasStatus: status, text: text)
        }
    }

    /// Creates a case that expects the failure of an exchange for each text, which a server sends without framing.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - name: The requirement.
    ///   - texts: The texts.
    ///   - end: The step after the text. Defaults to closing the connection.
    ///   - codes: The possible codes of the error.
    ///   - status: The expected status code, or 0 if no head is expected. Defaults to `nil`, which means any.
    static func failing(
        _ group: TransportConformance.Group, _ name: String, _ texts: [String], then end: LoopbackServer.Step = .close,
        with codes: TransportError.Code..., status: Int? = nil
    ) -> Self {
        Self(group, name) { context in
            for text in texts {
                let (error, response) = try context.site { _ in .steps([.raw(text), end]) }.failure()
                let subject = "the response \(text.debugDescription)"
                try expect(codes.contains(error.code), "one of \(codes) for \(subject), got \(error.code): \(error)")
                if let status { try expect(response.status, is: status, "the status code for \(subject) (0: no head)") }
            }
        }
    }
}

extension TransportConformance {
    /// Returns a handler that sends the given response to requests for a path, and "ok" to all other requests.
    static func ok(except path: String, _ response: LoopbackServer.Response) -> LoopbackServer.Handler {
        { $0.path == path ? response : .text("ok") }
    }
}

extension HTTPField.Name {
    /// A custom header field without a defined meaning.
    static let item = HTTPField.Name(literal: "X-Item")

    /// Another custom header field without a defined meaning.
    static let other = HTTPField.Name(literal: "X-Other")
}
