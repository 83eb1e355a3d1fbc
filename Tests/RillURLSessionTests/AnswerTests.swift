import Rill
import RillHTTP
import RillHTTPTesting
import Testing

#if os(Linux)
    import RillURLSession
#endif

/// Faults in what URLSession tells of answers, each with its workaround.
@Suite struct AnswerTests {
    private let transport = URLSessionTransport()

    @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\"", "Bearer"])
    func aChallengeIsAnOrdinaryAnswer(_ challenge: String) throws {
        let server = try LoopbackServer { _ in
            LoopbackServer.Response.text("who?", status: 401).adding(.wwwAuthenticate, challenge)
        }
        defer { server.stop() }
        for _ in 0..<3 {
            let answer = try transport.answer(server.request())
            #expect(answer.head.status.code == 401)
            #expect(answer.text == "who?")
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func aRedirectionIsNotFollowed(_ code: Int) throws {
        let server = try LoopbackServer { _ in
            LoopbackServer.Response.text("there", status: HTTPResponse.Status(code: code)).adding(.location, "/other")
        }
        defer { server.stop() }
        let answer = try transport.answer(server.request(.post), body: HTTPBody("hello"))
        #expect(answer.head.status.code == code)
        #expect(answer.head.headerFields[.location] == "/other")
        #expect(answer.text == "there")
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [nil, "", "http://[bad"])
    func aRedirectionThatLeadsNowhereIsToldOrFails(_ location: String?) throws {
        let server = try LoopbackServer { request in
            let body = request.path == "/full" ? Array("lost".utf8) : []
            let answer = LoopbackServer.Response(status: 302, body: body)
            return location.map { answer.adding(.location, $0) } ?? answer
        }
        defer { server.stop() }
        #expect(try transport.answer(server.request(.get, "/empty")).head.status.code == 302)
        #expect(try transport.answer(server.request(.head, "/full")).head.status.code == 302)
        #if os(Linux)
            #expect(try transport.failure(server.request(.get, "/full")).code == .malformedResponse)
        #endif
    }

    @Test func headsThatOnlyAnnounceAreLeftOut() throws {
        let server = try LoopbackServer { _ in
            .steps([.informational(103, fields: [.link: "</a>"]), .head(.length(2)), .bytes("ok"), .finish()])
        }
        defer { server.stop() }
        let answer = try transport.answer(server.request())
        #expect(answer.head.status == .ok)
        #expect(!answer.head.headerFields.contains(.link))
        #expect(answer.text == "ok")
    }

    @Test func cookiesThatWereJoinedAreTakenApart() throws {
        let cookies = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/", "b=2", "c=x, y; HttpOnly", "d="]
        let server = try LoopbackServer { _ in
            cookies.reduce(.text("ok")) { $0.adding(.setCookie, $1) }
        }
        defer { server.stop() }
        #expect(try transport.answer(server.request()).head.headerFields[values: .setCookie] == cookies)
    }

    @Test func cookiesAreKeptIfAskedAndOtherwiseNot() throws {
        let server = try LoopbackServer { _ in LoopbackServer.Response.text("ok").adding(.setCookie, "a=1; Path=/") }
        defer { server.stop() }
        var options = TransportOptions()
        options.keepsCookies = true
        for transport in [transport, URLSessionTransport(options: options)] {
            for _ in 0..<2 { _ = try transport.answer(server.request()) }
        }
        #expect(server.requests.map { $0.fields[.cookie] } == [nil, nil, nil, "a=1"])
    }

    @Test func aTruncatedBodySaysHowMuchCame() throws {
        let server = try LoopbackServer { _ in .truncated(Array("hello".utf8), declaredLength: 100) }
        defer { server.stop() }
        let error = try transport.failure(server.request())
        #expect(error.code == .closedEarly)
        #expect(error.text.contains("5 of 100 bytes"))
    }

    @Test func failuresAreToldApart() throws {
        let error = try transport.failure(ClosedPort.request())
        #expect(error.code == .couldNotConnect)
        #expect(error.reason == .refused)
        let nowhere = HTTPRequest(method: .get, scheme: "http", authority: "nonexistent.invalid", path: "/")
        #expect(try transport.failure(nowhere).code == .couldNotResolve)
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
