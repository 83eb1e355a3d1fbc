import Rill
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import Testing

#if os(Linux)
    import RillURLSession
#endif

/// Tests the workarounds for defects of URLSession in reporting responses.
@Suite struct ResponseTests {
    private let transport = URLSessionTransport()

    @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\"", "Bearer"])
    func authenticationChallengeIsDeliveredAsResponse(_ challenge: String) throws {
        let server = try LoopbackServer { _ in
            LoopbackServer.Response.text("unauthorized", status: 401).adding(.wwwAuthenticate, challenge)
        }
        defer { server.stop() }
        for _ in 0..<3 {
            let response = try transport.response(to: server.request())
            #expect(response.head.status.code == 401)
            #expect(response.text == "unauthorized")
        }
    }

    @Test(arguments: [nil, "", "http://[bad"])
    func redirectWithInvalidLocationIsDeliveredOrFails(_ location: String?) throws {
        let server = try LoopbackServer { request in
            let body = request.path == "/full" ? Array("lost".utf8) : []
            let response = LoopbackServer.Response(status: 302, body: body)
            return location.map { response.adding(.location, $0) } ?? response
        }
        defer { server.stop() }
        #expect(try transport.response(to: server.request(.get, "/empty")).head.status.code == 302)
        #expect(try transport.response(to: server.request(.head, "/full")).head.status.code == 302)
        #if os(Linux)
            #expect(try transport.failure(server.request(.get, "/full")).code == .malformedResponse)
        #endif
    }

    @Test func joinedSetCookieFieldsAreSplit() throws {
        let cookies = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/", "b[1]=2", "c=x, y; HttpOnly", "d="]
        let server = try LoopbackServer { _ in
            cookies.reduce(.text("ok")) { $0.adding(.setCookie, $1) }
        }
        defer { server.stop() }
        #expect(try transport.response(to: server.request()).head.headerFields[values: .setCookie] == cookies)
    }

    @Test func cookiesAreStoredOnlyByCookieStorage() throws {
        let server = try LoopbackServer { _ in LoopbackServer.Response.text("ok").adding(.setCookie, "a=1; Path=/") }
        defer { server.stop() }
        for middleware in [[], [CookieStorage()]] as [[any Middleware]] {
            let client = Client(baseURL: server.baseURL, transport: transport, middleware: middleware)
            for _ in 0..<2 { _ = try client.send(Endpoint<Void>("/")).wait(timeout: .seconds(30)) }
        }
        #expect(server.requests.map { $0.fields[.cookie] } == [nil, nil, nil, "a=1"])
    }

    @Test func failedExchangesHaveSpecificCodes() throws {
        let error = try transport.failure(ClosedPort.request())
        #expect(error.code == .couldNotConnect)
        #expect(error.reason == .refused)
        let unknown = HTTPRequest(method: .get, scheme: "http", authority: "nonexistent.invalid", path: "/")
        #expect(try transport.failure(unknown).code == .couldNotResolve)
        let server = try LoopbackServer { request in request.path == "/reset" ? .reset : .garbage }
        defer { server.stop() }
        #expect(try transport.failure(server.request(.get, "/garbage")).code == .malformedResponse)
        #expect(try transport.failure(server.request(.get, "/reset")).code == .closedEarly)
        let secure = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/")
        let failed = try transport.failure(secure)
        #expect(failed.code == .tls)
        #expect(failed.reason == .handshake)
    }
}
