import RillHTTPTestSupport
import RillHTTPTesting
import Testing

/// Stream bodies whose length differs from the declared length.
@Suite struct StreamLengthTests {
    private static let message = "could not send the request: the request body has "

    private func failure(_ chunks: [[UInt8]], count: Int, over transport: some Transport, _ baseURL: String) -> String?
    {
        let request = HTTPRequest(
            method: .post, scheme: "http", authority: String(baseURL.dropFirst("http://".count)), path: "/")
        let error = #expect(throws: TransportError.self) {
            try transport.send(request, body: .stream(.from(chunks), count: count)).toArray().wait(
                timeout: .seconds(30))
        }
        #expect(error?.reason == .requestBody)
        return error.map { "\($0)" }
    }

    #if os(Linux)
        @Test(arguments: [
            (0, "more than 0 bytes, but 0 were declared"), (4, "more than 4 bytes, but 4 were declared"),
            (6, "5 bytes, but 6 were declared"),
        ])
        func curlTransportRejectsLengthMismatch(count: Int, text: String) throws {
            let server = try LoopbackServer { _ in .text("ok") }
            defer { server.stop() }
            let transport = CurlTransport(options: .withoutTimeouts)
            #expect(failure([[1, 2, 3, 4, 5]], count: count, over: transport, server.baseURL) == Self.message + text)
            #expect(server.requests.isEmpty)
        }
    #endif

    @Test(arguments: [0, 4, 6])
    func stubTransportRejectsLengthMismatch(count: Int) throws {
        let transport = StubTransport { _ in .text("ok") }
        #expect(
            failure([[1, 2, 3, 4, 5]], count: count, over: transport, "http://stub.example")
                == Self.message + "5 bytes, but \(count) were declared")
    }
}
