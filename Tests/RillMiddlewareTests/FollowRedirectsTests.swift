import Foundation
import Rill
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes

@Suite struct FollowRedirectsTests {
    private typealias Response = StubTransport.Response

    private func bench(
        _ middleware: FollowRedirects, _ handler: @escaping StubTransport.Handler
    ) -> MiddlewareBench<FollowRedirects> {
        MiddlewareBench(middleware, StubTransport(handler))
    }

    private func bench(limit: Int = 10, _ handler: @escaping StubTransport.Handler) -> MiddlewareBench<FollowRedirects>
    {
        MiddlewareBench(FollowRedirects(limit: limit), StubTransport(handler))
    }

    /// Returns a handler that redirects the first request and responds to the others with 200.
    private func leading(_ status: HTTPResponse.Status, to location: String) -> MiddlewareBench<FollowRedirects> {
        bench { $0.number == 0 ? .status(status, fields: [.location: location]) : .text("there") }
    }

    @Test(arguments: [301, 302, 303, 307, 308] as [HTTPResponse.Status])
    func followsRedirectOfGET(_ status: HTTPResponse.Status) {
        let bench = leading(status, to: "../y?q=1#there")
        #expect(bench.record(get("https://a.example/b/x")).response == "200 there")
        #expect(bench.transport.requests.map(\.url) == ["https://a.example/b/x", "https://a.example/y?q=1"])
        #expect(bench.transport.requests.map(\.method) == [.get, .get])
    }

    @Test(arguments: [
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"), (308, "POST", "POST"),
        (301, "PUT", "PUT"), (302, "DELETE", "DELETE"), (303, "PUT", "GET"), (303, "DELETE", "GET"),
        (307, "PUT", "PUT"),
        (301, "HEAD", "HEAD"), (302, "HEAD", "HEAD"), (303, "HEAD", "HEAD"), (308, "PATCH", "PATCH"),
    ])
    func changesMethodByFetchRules(_ code: Int, _ before: String, _ after: String) throws {
        let bench = leading(.init(code: code), to: "/y")
        let fields: HTTPFields = [
            .contentType: "text/plain", .contentLength: "5", .contentLanguage: "de", .expect: "100-continue",
            .accept: "a/b", .userAgent: "rill",
        ]
        let method = try #require(HTTPRequest.Method(before))
        let exchange = bench.record(makeRequest(method, "https://a.example/x", fields), body: HTTPBody("hello"))
        #expect(exchange.response == "200 there")
        let last = bench.transport.requests[1]
        #expect(last.method.rawValue == after)
        #expect(last.bodyText == (before == after ? "hello" : nil))
        #expect(last.headerFields == (before == after ? fields : [.accept: "a/b", .userAgent: "rill"]))
    }

    @Test(arguments: [
        ("https://日本.example/x", "https://xn--wgv71a.example/x"),
        ("//BÜCHER.example:81/ü", "https://xn--bcher-kva.example:81/%C3%BC"),
        ("https://日本。example", "https://xn--wgv71a.example/"),
        ("https://xn--wgv71a.example/", "https://xn--wgv71a.example/"),
    ])
    func encodesInternationalDomainName(_ location: String, _ url: String) {
        let bench = leading(302, to: location)
        #expect(bench.record(get("https://a.example/x")).response == "200 there")
        #expect(bench.transport.requests.last?.url == url)
    }

    @Test func declaredIdempotencyDoesNotApplyToGETAfterRedirect() throws {
        for (status, attempts) in [(HTTPResponse.Status.seeOther, 3), (.temporaryRedirect, 2)] {
            let transport = StubTransport { request in
                switch request.number {
                case 0: .status(status, fields: [.location: "/y"])
                case 1: .status(.serviceUnavailable)
                default: .text("there")
                }
            }
            let retry = Retry(.constantBackoff(attempts: 2, delay: .zero), scheduler: ImmediateScheduler.shared)
            var request = makeRequest(.put, "https://a.example/x")
            request.isIdempotent = false
            let next = Next { request, body, _ in
                .deferred {
                    retry.intercept(
                        request, body: body, next: Next { request, body, _ in transport.send(request, body: body) })
                }
            }
            let exchange = RecordedExchange(FollowRedirects().intercept(request, body: nil, next: next))
            #expect(exchange.status == (attempts == 3 ? 200 : 503))
            #expect(transport.requests.count == attempts)
        }
    }

    @Test(arguments: [
        ("https://a.example:443/y", true), ("//A.EXAMPLE/y", true), ("https://b.example/y", false),
        ("https://a.example:8443/y", false), ("https://sub.a.example/y", false), ("//a.example.evil.example/", false),
        ("https://a.example\\.evil.example/", nil),
    ])
    func dropsCredentialsOnOtherOrigin(_ location: String, _ keeps: Bool?) {
        let bench = leading(302, to: location)
        let secrets: HTTPFields = [
            .authorization: "Bearer s3cret", .cookie: "a=s3cret", .proxyAuthorization: "Basic s3cret",
            .host: "a.example",
            .init("X-Auth-Token")!: "s3cret", .init("X-My-Secret")!: "s3cret", .init("Private-Token")!: "s3cret",
        ]
        let exchange = bench.record(get("https://a.example/x", secrets + [HTTPField(name: .accept, value: "a/b")]))
        #expect(exchange.isCompleted)
        let last = bench.transport.requests.last
        #expect(bench.transport.requests.count == (keeps == nil ? 1 : 2))
        #expect(last?.headerFields[.accept] == "a/b")
        #expect(last?.headerFields.count == (keeps == false ? 1 : 8))
    }

    @Test func credentialsStayOmittedAfterReturningRedirect() {
        let bench = bench { request in
            switch request.number {
            case 0: .status(307, fields: [.location: "https://b.example/"])
            case 1: .status(307, fields: [.location: "https://a.example/home"])
            default: .text("there")
            }
        }
        #expect(bench.record(get("https://a.example/x", [.authorization: "Bearer s3cret"])).response == "200 there")
        #expect(bench.transport.requests.map { $0.headerFields[.authorization] } == ["Bearer s3cret", nil, nil])
    }

    @Test func sendsOnlySafelistedFieldsToOtherOrigin() throws {
        let harmless: HTTPFields = [
            .accept: "a/b", .acceptEncoding: "gzip", .acceptLanguage: "de", .userAgent: "rill", .range: "bytes=1-",
            .ifRange: "\"1\"", .ifMatch: "\"1\"", .cacheControl: "no-cache", .init(literal: "Last-Event-ID"): "7",
        ]
        let own: HTTPFields = [
            .init(literal: "X-Session"): "1", .init(literal: "X-User"): "alice", .referer: "https://a.example/?code=1",
            .init(literal: "traceparent"): "00-1", .origin: "https://a.example", .contentType: "text/plain",
            .init(literal: "X-Api-Version"): "2",
        ]
        let version: HTTPField.Name = "x-api-version"
        let middleware = FollowRedirects(crossOriginFields: [version])
        let bench = bench(middleware) { request in
            request.number == 0 ? .status(302, fields: [.location: "https://b.example/y"]) : .text("there")
        }
        #expect(bench.record(get("https://a.example/x", harmless + Array(own))).response == "200 there")
        #expect(bench.transport.requests[0].headerFields.count == harmless.count + own.count)
        #expect(bench.transport.requests[1].headerFields == harmless + [HTTPField(name: version, value: "2")])
    }

    @Test(arguments: [(307, "POST"), (308, "PUT"), (302, "PUT")])
    func failsOnBodyToOtherOrigin(_ code: Int, _ name: String) throws {
        let request = makeRequest(
            try #require(.init(name)), "https://a.example/x",
            [.contentType: "text/plain", .init(literal: "Content-Language"): "de", .authorization: "Bearer s3cret"])
        let denying = leading(.init(code: code), to: "https://b.example/y?token=abcdefgh")
        let error = try #require(denying.record(request, body: HTTPBody("hello")).error as? RedirectError)
        #expect(error.code == .bodyToOtherOrigin)
        #expect(
            "\(error)" == """
                redirect of a request with a body to another origin: https://a.example/x to \
                https://b.example/y?token=<redacted>. Set sendsBodyToOtherOrigins to allow it
                """)
        #expect(denying.transport.requests.count == 1)
        #expect(leading(.init(code: code), to: "/y").record(request, body: HTTPBody("hello")).response == "200 there")

        let allowing = bench(FollowRedirects(sendsBodyToOtherOrigins: true)) { request in
            request.number == 0
                ? .status(.init(code: code), fields: [.location: "https://b.example/y"]) : .text("there")
        }
        #expect(allowing.record(request, body: HTTPBody("hello")).response == "200 there")
        let last = allowing.transport.requests[1]
        #expect(last.bodyText == "hello")
        #expect(last.headerFields == [.contentType: "text/plain", .init(literal: "Content-Language"): "de"])
    }

    @Test func failsOnRedirectFromHTTPSToHTTP() throws {
        let bench = leading(302, to: "http://a.example/y?token=abcdefgh")
        let exchange = bench.record(get("https://a.example/x?api_key=12345678"))
        let error = try #require(exchange.error as? RedirectError)
        #expect(error.code == .insecure)
        #expect(
            "\(error)" == """
                redirect from https to http: \
                https://a.example/x?api_key=<redacted> to http://a.example/y?token=<redacted>
                """)
        #expect(exchange.events.count == 1)
        #expect(bench.transport.requests.count == 1)
        #expect(leading(302, to: "https://a.example/y").record(get("http://a.example/x")).response == "200 there")
    }

    @Test(
        arguments: [
            ("ftp://a.example/y", .unsupportedScheme), ("file:///etc/passwd", .unsupportedScheme),
            ("javascript:alert(1)", .unsupportedScheme), ("mailto:a@b.example", .unsupportedScheme),
            ("data:,x", .unsupportedScheme), ("https://user:pa55word@b.example/", .userInformation),
            ("//pa55word@b.example/y", .userInformation),
            ("https://a.example\\:pa55word@evil.example/", .userInformation),
            ("https://a\u{200D}b.example/", .internationalHost), ("https://日本 .example/", .internationalHost),
        ] as [(String, RedirectError.Code)])
    func failsOnInvalidLocation(_ location: String, _ code: RedirectError.Code) throws {
        let bench = leading(302, to: location)
        let error = try #require(bench.record(get()).error as? RedirectError)
        #expect(error.code == code)
        #expect(!"\(error) \(error.urls)".contains("pa55word"))
        if code == .internationalHost {
            let text = "redirect to an international domain name that cannot be encoded in Punycode: "
            #expect(error.description.hasPrefix(text))
        }
        #expect(bench.transport.requests.count == 1)
    }

    @Test(arguments: [
        [], [""], ["http://[::"], ["http://"], ["http:///x"], ["http:x"], ["https://a b.example/"],
        ["https://b.example:99999/"], ["/y", "/z"],
    ])
    func forwardsResponseWithoutValidLocation(_ locations: [String]) {
        let fields = HTTPFields(locations.map { HTTPField(name: .location, value: $0) })
        let bench = bench { _ in .respond(status: 302, fields: fields, chunks: ["moved"]) }
        #expect(bench.record(get()).response == "302 moved")
        #expect(bench.transport.requests.count == 1)
    }

    @Test(arguments: [200, 300, 304, 305, 306, 404] as [HTTPResponse.Status])
    func ignoresLocationOfOtherStatus(_ status: HTTPResponse.Status) {
        let bench = bench { _ in .status(status, fields: [.location: "/y"]) }
        #expect(bench.record(get()).status == status.code)
        #expect(bench.transport.requests.count == 1)
    }

    @Test func loopErrorListsRedirects() throws {
        let bench = bench { request in
            .status(302, fields: [.location: request.path == "/a" ? "/b?password=12345678" : "/a"])
        }
        let error = try #require(bench.record(get("https://a.example/a")).error as? RedirectError)
        #expect(
            "\(error)" == """
                redirect loop: https://a.example/a, https://a.example/b?password=<redacted>, \
                https://a.example/a
                """)
        #expect(bench.transport.requests.count == 2)
    }

    @Test func allowsSameURLWithNewMethodOrCookie() {
        let posting = bench { request in request.method == .post ? .status(303, fields: [.location: ""]) : .text("x") }
        #expect(posting.record(makeRequest(.post, "https://a.example/x")).status == 303)
        let form = bench { request in
            request.method == .post ? .status(303, fields: [.location: "/x"]) : .text("there")
        }
        #expect(form.record(makeRequest(.post, "https://a.example/x")).response == "200 there")
        let cookies = bench { request in
            request.number == 0 ? .status(302, fields: [.location: "/x", .setCookie: "seen=1"]) : .text("there")
        }
        #expect(cookies.record(get()).response == "200 there")
    }

    @Test func failsBeyondLimit() throws {
        let endless: StubTransport.Handler = { .status(302, fields: [.location: "/\($0.number + 1)"]) }
        for limit in [0, 1, 3, 10] {
            let bench = bench(limit: limit, endless)
            let error = try #require(bench.record(get("https://a.example/0")).error as? RedirectError)
            #expect(error.code == .tooMany)
            #expect(error.urls == (0...limit + 1).map { "https://a.example/\($0)" })
            #expect("\(error)".hasPrefix("too many redirects (limit \(limit)): "))
            #expect(bench.transport.requests.count == limit + 1)
        }
        let exact = bench(limit: 3) { $0.number < 3 ? try endless($0) : .text("there") }
        #expect(exact.record(get("https://a.example/0")).response == "200 there")
    }

    @Test func followsManyRedirects() {
        let bench = bench(limit: 500) { request in
            request.number < 500 ? .status(302, fields: [.location: "/\(request.number + 1)"]) : .text("there")
        }
        #expect(bench.record(get("https://a.example/0")).response == "200 there")
    }

    @Test func cancelsRedirectResponsesAndDisposedExchanges() {
        let kit = TestKit()
        expectNoLeaks {
            let transport = StubTransport(scheduler: kit.scheduler) { request in
                request.number % 2 == 0
                    ? .respond(
                        status: 302, fields: [.location: "/y"], after: .seconds(1),
                        chunks: [.init("moved", after: .seconds(1))])
                    : .respond(after: .seconds(1), chunks: ["a", .init("b", after: .seconds(1))])
            }
            let bench = MiddlewareBench(FollowRedirects(), transport)
            // Disposed before the first head, before the second head, between the chunks, and after completion.
            for (seconds, text) in [(0, ""), (1, ""), (2, "a"), (5, "ab")] {
                let count = transport.requests.count
                let exchange = bench.record(get())
                kit.scheduler.advance(by: .seconds(seconds))
                exchange.dispose()
                #expect(exchange.text == text)
                #expect(exchange.isCompleted == (seconds == 5))
                let states = transport.requests[count...].map(\.state)
                #expect(states == (seconds == 0 ? [.cancelled] : [.cancelled, seconds == 5 ? .ended : .cancelled]))
                kit.scheduler.advance(by: .seconds(10))
                #expect(exchange.text == text)
                if transport.requests.count % 2 == 1 { _ = bench.record(makeRequest(.get, "https://a.example/odd")) }
                kit.scheduler.advance(by: .seconds(10))
            }
        }
    }

    @Test func propagatesErrorsForEachSubscription() {
        let bench = bench { request in
            switch request.path {
            case "/x": .status(302, fields: [.location: "/y"])
            default: .respond(chunks: ["a"], then: .fail(TransportError(.closedEarly)))
            }
        }
        let source = bench.send(get())
        for exchange in [RecordedExchange(source), RecordedExchange(source)] {
            #expect((exchange.error as? TransportError)?.code == .closedEarly)
            #expect(exchange.text == "a")
        }
        #expect(bench.transport.requests.count == 4)
    }

    @Test func errorIsUnderlyingErrorOfClient() throws {
        let transport = StubTransport { _ in .status(302, fields: [.location: "http://qiita.com/?token=abcdefgh"]) }
        let client = makeClient(transport, middleware: [FollowRedirects()])
        let error = try Recorder(client.send(Anything<Int>())).failure()
        #expect(error.stage == .middleware)
        #expect((error.underlying as? RedirectError)?.code == .insecure)
        #expect("\(error)".contains("from https to http"))
        #expect(!"\(error)".contains("abcdefgh"))
    }

    @Test func errorRedactsCredentialsThatInnerMiddlewareAdds() throws {
        let transport = StubTransport { _ in .status(302, fields: [.location: "http://qiita.com/tok-s3cret"]) }
        let authentication = Authentication.bearer("tok-s3cret", for: "https://qiita.com")
        let client = makeClient(transport, middleware: [FollowRedirects(), authentication])
        let error = try Recorder(client.send(Anything<Int>())).failure()
        #expect(transport.requests.first?.headerFields[.authorization] == "Bearer tok-s3cret")
        let underlying = try #require(error.underlying as? RedirectError)
        #expect(underlying.urls == ["https://qiita.com/api/v2/anything", "http://qiita.com/<redacted>"])
    }
}
