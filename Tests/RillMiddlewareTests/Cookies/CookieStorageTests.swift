import Foundation
import Rill
import RillHTTPTestSupport
import RillHTTPTesting
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

@Suite struct CookieStorageTests {
    private let kit = TestKit()
    private let storage: CookieStorage

    /// The virtual time starts on November 14, 2023.
    private static let start = 1_700_000_000

    init() {
        storage = CookieStorage(clock: WallClock(kit.scheduler, start: .seconds(Self.start)))
    }

    /// Receives `Set-Cookie` fields from a URL.
    private func receive(_ fields: String..., from url: String = "https://www.a.example/b/c") {
        let bench = MiddlewareBench(
            storage,
            StubTransport { _ in
                .respond(fields: HTTPFields(fields.map { HTTPField(name: .setCookie, value: $0) }), chunks: [])
            })
        #expect(bench.record(get(url, [.cookie: "own=1"])).isCompleted)
    }

    /// Returns the `Cookie` field of a request to a URL.
    private func sent(to url: String, _ fields: HTTPFields = [:]) -> String? {
        let bench = MiddlewareBench(storage, StubTransport { _ in .text("ok") })
        #expect(bench.record(get(url, fields)).response == "200 ok")
        return bench.transport.requests.first?.headerFields[.cookie]
    }

    @Test func sendsStoredCookies() {
        #expect(sent(to: "https://www.a.example/b/c") == nil)
        receive("a=1; HttpOnly; SameSite=lax; unknown", "b=2=3", "c=", "just a value", " d \t=\t x y ")
        #expect(sent(to: "https://www.a.example/b/x?q") == "a=1; b=2=3; c=; just a value; d=x y")
        #expect(storage.cookies(for: "https://www.a.example/b").map(\.name) == ["a", "b", "c", "", "d"])
        #expect(storage.cookies[0].isHTTPOnly)
        #expect(storage.cookies[0].sameSite == "Lax")
        #expect(storage.cookies(for: "nonsense") == [])
    }

    @Test func givenCookieFieldIsNotChanged() {
        receive("a=1")
        #expect(sent(to: "https://www.a.example/b/", [.cookie: "mine=2"]) == "mine=2")
    }

    @Test(
        arguments: [
            (nil, "https://www.a.example", true), (nil, "https://a.example", false),
            (nil, "https://x.www.a.example", false), ("www.a.example", "https://x.www.a.example", true),
            ("a.example", "https://a.example", true), (".A.Example", "https://x.a.example:8443", true),
            ("a.example", "https://ba.example", false), ("", "https://x.www.a.example", false),
            ("", "https://WWW.A.EXAMPLE:443", true),
        ] as [(String?, String, Bool)])
    func matchesDomain(_ domain: String?, _ url: String, _ isSent: Bool) {
        receive("a=1; Path=/" + (domain.map { "; Domain=\($0)" } ?? ""))
        #expect(sent(to: url) == (isSent ? "a=1" : nil))
    }

    @Test(arguments: [
        ("https://www.a.example/", "b.example"), ("https://www.a.example/", "x.www.a.example"),
        ("https://www.a.example/", "example"), ("https://www.a.example/", "example."),
        ("https://www.a.example/", ".."), ("https://www.a.example/", ".www.a.example."),
        ("https://127.0.0.1/", "0.0.1"), ("https://127.0.0.1/", "1"), ("https://[::1]/", ":1"),
        ("https://ba.example/", "a.example"),
    ])
    func rejectsForeignDomain(_ url: String, _ domain: String) {
        receive("a=1; Path=/; Domain=\(domain)", from: url)
        #expect(storage.cookies == [])
    }

    @Test(arguments: ["127.0.0.1", "localhost", "[::1]"])
    func addressAndSingleLabelSetCookiesForThemselves(_ host: String) {
        let bare = host.filter { !"[]".contains($0) }
        receive("a=1; Path=/", "b=2; Path=/; Domain=\(bare)", from: "http://\(host):8080/")
        #expect(storage.cookies.map(\.includesSubdomains) == [false, false])
        #expect(sent(to: "http://\(host):9090/") == "a=1; b=2")
        #expect(sent(to: "http://x.\(bare)/") == nil)
    }

    @Test(
        arguments: [
            (nil, "/b/x", true), (nil, "/b", true), (nil, "/bx", false), (nil, "/", false), ("/", "/x", true),
            ("b", "/b/x", true), ("/b/", "/b", false), ("/b/", "/b/x", true), ("/b/c", "/b/c?q=/x", true),
            ("/b/c", "/b/cx", false), ("/b/c", "/b/c/d", true), ("/B", "/b", false), ("", "/b/x", true),
        ] as [(String?, String, Bool)])
    func matchesPath(_ path: String?, _ target: String, _ isSent: Bool) {
        receive("a=1" + (path.map { "; Path=\($0)" } ?? ""))
        #expect(sent(to: "https://www.a.example\(target)") == (isSent ? "a=1" : nil))
    }

    @Test func lastOfRepeatedAttributesApplies() {
        receive("a=1; Path=/x; Path=/y; Domain=b.example; DOMAIN=a.example")
        #expect(sent(to: "https://z.a.example/y") == "a=1")
    }

    @Test func longerPathsAndOlderCookiesAreFirst() {
        receive("a=1; Path=/", "b=2; Path=/b/c", "c=3; Path=/b", "d=4; Path=/b/c", "b=5; Path=/b/c")
        #expect(sent(to: "https://www.a.example/b/c") == "b=5; d=4; c=3; a=1")
    }

    @Test func secureCookiesAreSentOverTLSOnly() {
        receive("a=1; Path=/; Secure", "b=2; Path=/")
        #expect(sent(to: "http://www.a.example/") == "b=2")
        #expect(sent(to: "https://www.a.example/") == "a=1; b=2")
        receive("a=3; Path=/", "a=3; Path=/; Domain=a.example", "c=3; Secure", from: "http://www.a.example/")
        receive("a=3; Path=/x", from: "http://x.www.a.example/")
        #expect(storage.cookies(for: "https://www.a.example/").map(\.value) == ["1", "2"])
        receive("a=4; Path=/", from: "https://www.a.example/")
        #expect(sent(to: "http://www.a.example/") == "a=4; b=2")
    }

    @Test func prefixesAreEnforced() {
        receive(
            "__Host-a=1; Path=/; Secure", "__host-b=1; Path=/; Secure; Domain=www.a.example",
            "__Host-c=1; Path=/b; Secure", "__Secure-d=1", "__SECURE-e=1; Secure", "=__Host-f; Path=/; Secure",
            "__Host-g; Path=/; Secure", "__Host-\u{301}=1; Path=/b; Secure", "__Secure-\u{301}=1")
        #expect(storage.cookies.map(\.name) == ["__Host-a", "__SECURE-e"])
        // Without the attribute, the path of a URL at the root is also `/`.
        storage.removeAll()
        receive("__Host-a=1; Secure", "__host-b=1; Secure; Path=/", "c=1; Secure", from: "https://www.a.example/")
        #expect(storage.cookies.map(\.name) == ["__host-b", "c"])
    }

    @Test(arguments: [
        "", "=", ";a=1", " = ; Path=/", "a=\u{1}", "a=1\u{7F}", "a=1; Path=/\u{2}",
        "a=" + String(repeating: "x", count: 4_096), "=session=evil",
    ])
    func rejectsInvalidCookie(_ field: String) {
        #expect(SetCookie(field)?.cookie(for: get(), at: .distantPast) == nil)
    }

    /// RFC 6265bis, 5.6: a tab is the only control character that a cookie can contain.
    @Test func acceptsTabs() throws {
        receive("a=x\ty; Path=/", "b\tc=1; Path=/", "d=\t2\t; Path=/")
        #expect(sent(to: "https://www.a.example/") == "a=x\ty; b\tc=1; d=2")
        try storage.set(Cookie("e", "x\ty", domain: "www.a.example"))
        #expect(storage.cookies.count == 4)
    }

    @Test(arguments: ["\u{0}", "\u{1}", "\u{8}", "\u{A}", "\u{D}", "\u{1F}", "\u{7F}"])
    func ignoresFieldWithControlCharacter(_ character: String) {
        receive("a=x\(character)y; Path=/", "b=1; Path=/\(character)", "c\(character)=1", "d=1; Path=/")
        #expect(storage.cookies.map(\.name) == ["d"])
    }

    @Test func receivedBytesWithControlCharacterAreNotCookie() {
        let field = HTTPField(name: .setCookie, lenientValue: Array("a=x\u{1}y".utf8))
        let bench = MiddlewareBench(storage, StubTransport { _ in .respond(fields: HTTPFields([field]), chunks: []) })
        #expect(bench.record(get("https://www.a.example/")).isCompleted)
        #expect(storage.cookies == [])
    }

    @Test func acceptsMaximumSizeAndIgnoresLongAttribute() {
        let long = String(repeating: "x", count: 4_095)
        receive("a=\(long); Path=/\(String(repeating: "y", count: 1_024))")
        #expect(sent(to: "https://www.a.example/b") == "a=\(long)")
    }

    // MARK: Lifetime

    @Test func cookieExpires() {
        receive("a=1; Max-Age=60; Expires=Wed, 01 Jan 2020 00:00:00 GMT", "b=2; Expires=Tue, 14 Nov 2023 22:15:00 GMT")
        receive("c=3; Max-Age=x; Max-Age=; Max-Age=-", "d=4; Expires=never")
        for (seconds, cookies) in [
            (0, "a=1; b=2; c=3; d=4"), (59, "a=1; b=2; c=3; d=4"), (1, "b=2; c=3; d=4"), (40, "c=3; d=4"),
            (100_000_000, "c=3; d=4"),
        ] {
            kit.scheduler.advance(by: .seconds(seconds))
            #expect(sent(to: "https://www.a.example/b") == cookies, "after \(seconds) s")
        }
    }

    @Test func maximumAgeIsExact() {
        kit.scheduler.advance(by: .milliseconds(950))
        receive("a=1; Max-Age=1")
        kit.scheduler.advance(by: .milliseconds(999))
        #expect(sent(to: "https://www.a.example/b") == "a=1")
        kit.scheduler.advance(by: .milliseconds(1))
        #expect(sent(to: "https://www.a.example/b") == nil)
    }

    @Test(arguments: [
        "Max-Age=0", "Max-Age=-1", "max-age=-99999999999999999999", "Expires=Thu, 01 Jan 1970 00:00:00 GMT",
    ])
    func expiredCookieIsDeleted(_ attribute: String) {
        receive("a=1; Path=/", "a=2; Path=/x", "b=1; Path=/")
        receive("a=; Path=/; \(attribute)")
        #expect(storage.cookies.map(\.pair) == ["a=2", "b=1"])
    }

    @Test(arguments: ["Max-Age=99999999999999999999", "Max-Age=34560001", "Expires=Fri, 31 Dec 9999 23:59:59 GMT"])
    func lifetimeIsLimitedTo400Days(_ attribute: String) {
        receive("a=1; \(attribute)")
        #expect(storage.cookies[0].expiration?.timeIntervalSince1970 == Double(Self.start + 400 * 86_400))
    }

    // MARK: Limits

    @Test func leastRecentlyUsedCookieOfADomainIsEvicted() {
        receive("secure=1; Path=/; Secure")
        for number in 1...49 { receive("a\(number)=1; Path=/\(number)") }
        #expect(sent(to: "https://www.a.example/1")?.hasPrefix("a1=1") == true)
        receive("new=1; Path=/new", "other=1; Domain=a.example")
        let names = Set(storage.cookies.map(\.name))
        #expect(names.count == 51)
        #expect(names.isSuperset(of: ["secure", "a1", "new", "other"]))
        #expect(!names.contains("a2"))
    }

    @Test func expiredCookiesAreEvictedFirst() {
        // The expired cookies are the most recently used ones.
        for number in 1...50 {
            let expiration = number <= 25 ? nil : Date(timeIntervalSince1970: Double(Self.start + 1))
            #expect(throws: Never.self) {
                try storage.set(Cookie("a\(number)", "1", domain: "a.example", expiration: expiration))
            }
        }
        kit.scheduler.advance(by: .seconds(1))
        for number in 51...75 {
            #expect(throws: Never.self) { try storage.set(Cookie("a\(number)", "1", domain: "a.example")) }
        }
        #expect(storage.cookies.map(\.name) == (Array(1...25) + Array(51...75)).map { "a\($0)" })
    }

    @Test func expiredSecureCookieDoesNotPreventOthers() {
        receive("a=1; Path=/; Secure; Max-Age=1")
        kit.scheduler.advance(by: .seconds(1))
        receive("a=2; Path=/", from: "http://www.a.example/")
        #expect(storage.cookies.map(\.pair) == ["a=2"])
    }

    @Test func totalCountIsLimited() {
        for host in 1...68 {
            for number in 1...50 { receive("a\(number)=1", from: "https://h\(host).example/") }
        }
        // The 3,376th cookie removes the first 376, and 24 follow.
        #expect(storage.cookies.count == 3_024)
        #expect(storage.cookies(for: "https://h7.example/") == [])
        #expect(storage.cookies(for: "https://h8.example/").count == 24)
    }

    // MARK: Programs

    @Test func programSetsAndRemovesCookies() throws {
        let cookie = Cookie("a", "1", domain: "A.Example", includesSubdomains: true)
        try storage.set(cookie)
        try storage.set(Cookie("a", "2", domain: "a.example"))
        #expect(sent(to: "https://a.example/") == "a=1; a=2")
        storage.remove(cookie)
        #expect(sent(to: "https://a.example/") == "a=2")
        storage.remove(cookie)
        storage.removeAll()
        #expect(storage.cookies == [])
    }

    @Test func domainOfSetCookieIsNormalized() throws {
        var cookie = Cookie("a", "1", domain: "")
        for (domain, url) in [
            ("A.Example", "https://a.example/"), ("[::1]", "https://[::1]/"), ("::1", "https://[::1]/"),
            ("127.0.0.1", "https://127.0.0.1/"), ("localhost", "https://localhost:8080/"),
        ] {
            cookie.domain = domain
            try storage.set(cookie)
            #expect(sent(to: url) == "a=1")
            storage.remove(cookie)
            #expect(storage.cookies == [])
        }
    }

    @Test(arguments: [
        (Cookie("", "session=1", domain: "a.example"), "a value without a name contains an equals sign"),
        (Cookie("a", "s3cret", domain: "localhost:8080"), "the domain is not a host"),
        (Cookie("a", "s3cret", domain: "[::1]:80"), "the domain is not a host"),
        (Cookie("a", "s3cret", domain: "[a]b"), "the domain is not a host"),
        (Cookie("a", "s3cret", domain: "a.example", sameSite: "lax"), "none of Strict, Lax, None"),
        (Cookie("", "", domain: "a.example"), "the name and the value are empty"),
        (Cookie("a=", "s3cret", domain: "a.example"), "the name contains an equals sign"),
        (Cookie("a", "s3cret;", domain: "a.example"), "the value contains a semicolon"),
        (Cookie("a", "s3cret\r\nx: y", domain: "a.example"), "the value contains a semicolon"),
        (Cookie("a", "s3cret", domain: ".a.example"), "the domain is not a host"),
        (Cookie("a", "s3cret", domain: "a example"), "the domain is not a host"),
        (Cookie("a", "s3cret", domain: "com", includesSubdomains: true), "single label"),
        (Cookie("a", "s3cret", domain: "a.example", path: "x"), "the path does not begin with a slash"),
        (Cookie("__Secure-a", "s3cret", domain: "a.example"), "the cookie is not secure"),
        (
            Cookie("__Host-a", "s3cret", domain: "a.example", path: "/x", isSecure: true),
            "includes subdomains or has a path other than /"
        ),
    ])
    func rejectsInvalidCookieOfProgram(_ cookie: Cookie, _ reason: String) {
        let error = #expect(throws: CookieError.self) { try storage.set(cookie) }
        #expect(error?.reason.contains(reason) == true)
        let description = error?.description
        #expect(description?.hasPrefix("cannot store the cookie ") == true)
        #expect(description?.contains("s3cret") == false)
    }

    @Test func errorNamesTheCookie() {
        for (cookie, description) in [
            (
                Cookie("a\r", "1", domain: "a.example"),
                "cannot store the cookie \"a\\r\" for \"a.example\": "
                    + "the name contains an equals sign, a semicolon or a control character. Encode the name"
            ),
            (
                Cookie("", "", domain: "a.example"),
                "cannot store the cookie without a name for \"a.example\": "
                    + "the name and the value are empty. Set one of them"
            ),
        ] {
            let error = #expect(throws: CookieError.self) { try storage.set(cookie) }
            #expect(error?.description == description)
        }
    }

    @Test func descriptionsDoNotContainCookieValues() {
        receive("a=s3cret; Secure; HttpOnly; Domain=a.example; Max-Age=60; SameSite=None", "s3cret")
        var text = "\(storage) \(storage.cookies) \(String(reflecting: storage.cookies))"
        dump(storage, to: &text)
        dump(storage.cookies, to: &text)
        #expect(!text.contains("s3cret"))
        let expected =
            "a=<redacted>; Domain=a.example; Path=/b; Expires=Tue, 14 Nov 2023 22:14:20 GMT; Secure; HttpOnly; SameSite=None"
        #expect(storage.cookies[0].description == expected)
        #expect(storage.description == "CookieStorage with 2 cookies")
    }

    @Test func errorsDoNotContainValuesOfNamelessCookies() throws {
        try storage.set(Cookie("", "bare-s3cret", domain: "a.example"))
        let transport = StubTransport { _ in .text("unknown session: bare-s3cret", status: .badRequest) }
        let client = Client(baseURL: "https://a.example", transport: transport, middleware: [storage])
        let error = #expect(throws: APIError.self) {
            try client.send(Anything<String>(path: "/")).wait(timeout: .seconds(30))
        }
        #expect(transport.requests.first?.headerFields[.cookie] == "bare-s3cret")
        #expect(error?.debugDescription.contains("unknown session: <redacted>") == true)
        #expect(error?.debugDescription.contains("bare-s3cret") == false)
    }

    // MARK: Redirects

    @Test func cookiesOfEachRedirectAreStored() {
        let transport = StubTransport { request in
            switch request.url {
            case "https://a.example/": .status(.found, fields: [.location: "/2", .setCookie: "a=1; Path=/"])
            case "https://a.example/2":
                .status(.found, fields: [.location: "https://b.example/", .setCookie: "b=2"])
            case "https://b.example/":
                .status(.found, fields: [.location: "https://a.example/3", .setCookie: "c=3"])
            default: .text("\"end\"")
            }
        }
        let client = Client(
            baseURL: "https://a.example", transport: transport, middleware: [FollowRedirects(), storage])
        #expect(throws: Never.self) { try client.send(Anything<String>(path: "/")).wait(timeout: .seconds(30)) }
        #expect(transport.requests.map { $0.headerFields[.cookie] } == [nil, "a=1", nil, "a=1; b=2"])
    }

    /// The storage is outside of the middleware that follows redirects.
    @Test(arguments: [false, true])
    func cookiesOfAnotherOriginAreNotStored(_ isInRequest: Bool) throws {
        let transport = StubTransport { request in
            switch request.url {
            case "https://a.example/": .status(.found, fields: [.location: "https://b.example/"])
            case "https://a.example/same/x": .status(.found, fields: [.location: "/other/y"])
            default: .respond(fields: [.setCookie: "session=\(request.number)"], chunks: [.init("\"end\"")])
            }
        }
        let client = Client(
            baseURL: "https://a.example", transport: transport,
            middleware: isInRequest ? [FollowRedirects()] : [storage, FollowRedirects()])
        func send(_ path: URLPath) throws -> String {
            var endpoint = Endpoint(path, parser: .data)
            endpoint.options.middleware = isInRequest ? [storage] : []
            return String(decoding: try client.send(endpoint).wait(timeout: .seconds(30)), as: UTF8.self)
        }
        #expect(try send("/") == "\"end\"")
        #expect(storage.cookies == [])
        #expect(try send("/same/x") == "\"end\"")
        #expect(storage.cookies.map(\.path) == ["/other"])
    }

    @Test func cookiesIdentifyTheSenderForACache() {
        let transport = StubTransport {
            .respond(fields: [.cacheControl: "max-age=60"], chunks: [.init("\"\($0.number)\"")])
        }
        let client = Client(
            baseURL: "https://a.example", transport: transport.caching(in: ResponseCache()), middleware: [storage])
        func text() throws -> String { try client.send(Anything<String>(path: "/")).wait(timeout: .seconds(30)) }
        #expect(throws: Never.self) {
            #expect(try [text(), text()] == ["0", "0"])
            try storage.set(Cookie("user", "1", domain: "a.example"))
            #expect(try [text(), text()] == ["1", "1"])
            try storage.set(Cookie("user", "2", domain: "a.example"))
            #expect(try text() == "2")
        }
    }

    @Test func storageIsThreadSafe() {
        DispatchQueue.concurrentPerform(iterations: 2_000) { number in
            receive("a\(number % 40)=\(number); Path=/", from: "https://h\(number % 7).example/")
            _ = storage.cookies(for: "https://h\(number % 7).example/")
            if number % 50 == 0 { storage.remove(Cookie("a1", "", domain: "h1.example")) }
        }
        #expect(storage.cookies.count >= 7 * 40 - 1)
    }
}
