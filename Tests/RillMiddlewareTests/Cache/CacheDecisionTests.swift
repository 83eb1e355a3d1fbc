import Rill
import RillHTTPTestSupport
import RillHTTPTesting
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

/// Tests how directives and age determine the use of a stored response.
@Suite struct CacheDecisionTests {
    private static let received = Duration.seconds(1_000_000_000)

    private func decide(
        _ control: String, age: Int, _ demands: String = "", _ fields: HTTPFields = [:]
    ) -> CacheDecision {
        var head = HTTPResponse(status: .ok, headerFields: fields)
        head.headerFields[.cacheControl] = control.isEmpty ? nil : control
        let stored = StoredResponse(head: head, varyNames: [], received: Self.received, initialAge: .zero)
        let request = get("https://a.example/x", demands.isEmpty ? [:] : [.cacheControl: demands])
        return stored.decision(for: request, at: Self.received + .seconds(age))
    }

    private func isUsed(_ control: String, age: Int, _ demands: String = "", _ fields: HTTPFields = [:]) -> Bool {
        decide(control, age: age, demands, fields) == .use(age: .seconds(age))
    }

    /// Expects that a response is used or not, given its directives, its age, and the directives of the request.
    private func expectUse(
        _ cases: [(control: String, age: Int, demands: String, isUsed: Bool)], _ fields: HTTPFields = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (control, age, demands, isUsed) in cases {
            #expect(
                self.isUsed(control, age: age, demands, fields) == isUsed,
                "\(control) after \(age) s, \(demands), \(fields)", sourceLocation: sourceLocation)
        }
    }

    @Test func storedResponseIsUsedUntilLifetimeEnds() {
        expectUse([
            ("max-age=60", 59, "", true), ("max-age=60", 60, "", false),
            ("public, max-age=60, s-maxage=1, proxy-revalidate", 59, "", true), ("", 0, "", false),
            ("no-cache, max-age=60", 0, "", false), ("no-cache=\"Set-Cookie\", max-age=60", 0, "", false),
            ("max-age=60, must-revalidate", 59, "", true), ("max-age=60, max-age=1", 59, "", true),
        ])
    }

    @Test func expiresIsComparedWithDateOrArrival() {
        // The response arrived on Sun, 09 Sep 2001 01:46:40 GMT.
        let expires = "Sun, 09 Sep 2001 01:47:40 GMT"
        expectUse([("", 59, "", true), ("", 60, "", false)], [.expires: expires])
        expectUse([("", 30, "", false)], [.expires: expires, .date: "Sun, 09 Sep 2001 01:47:10 GMT"])
        // An invalid date is replaced with the time of receipt (RFC 9110, 6.6.1).
        expectUse([("", 59, "", true), ("", 60, "", false)], [.expires: expires, .date: "yesterday"])
        for invalid in ["0", "Sun, 09 Sep 2001 01:47:40 UTC", "Sun, 09-Sep-2001 01:47:40 GMT"] {
            expectUse([("", 0, "", false)], [.expires: invalid])
        }
        for valid in ["Sunday, 09-Sep-01 01:47:40 GMT", "Sun Sep  9 01:47:40 2001"] {
            expectUse([("", 59, "", true)], [.expires: valid])
        }
        expectUse([("max-age=60", 59, "", true)], [.expires: "0"])
    }

    @Test func requestCanLimitAge() {
        expectUse([
            ("max-age=60", 1, "no-cache", false), ("max-age=60", 1, "max-age=0", false),
            ("max-age=60", 10, "max-age=10", true), ("max-age=60", 49, "min-fresh=10", true),
            ("max-age=60", 50, "min-fresh=10", false),
            ("max-age=60, stale-while-revalidate=60", 50, "min-fresh=10", false),
        ])
    }

    @Test func requestCanAllowStaleResponse() {
        expectUse([
            ("max-age=60", 70, "max-stale=10", true), ("max-age=60", 71, "max-stale=10", false),
            ("max-age=60", 1_000_000, "max-stale", true), ("max-age=60", 61, "max-stale=x", false),
            ("max-age=60, must-revalidate", 61, "max-stale", false), ("max-age=60, no-cache", 61, "max-stale", false),
        ])
    }

    @Test func pragmaAppliesToRequestsWithoutCacheControl() {
        expectUse([("", 0, "", false)], [.pragma: "max-age=86400"])
        expectUse([("max-age=60", 1, "", true)], [.pragma: "no-cache"])
        for (fields, isUsed) in [
            ([.pragma: "x, No-Cache"], false), ([.pragma: "no-cache", .cacheControl: "max-age=60"], true),
            ([.pragma: "min-fresh=60"], true),
        ] as [(HTTPFields, Bool)] {
            let head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"])
            let stored = StoredResponse(head: head, varyNames: [], received: Self.received, initialAge: .zero)
            let decision = stored.decision(for: get("https://a.example/x", fields), at: Self.received)
            #expect((decision == .use(age: .zero)) == isUsed, "\(fields)")
        }
    }

    @Test func immutableResponseIsNotReloaded() {
        expectUse([
            ("max-age=60, immutable", 30, "max-age=0", true), ("max-age=60, immutable", 30, "no-cache", false),
            ("max-age=60, immutable", 60, "max-age=0", false), ("max-age=60, immutable", 60, "", false),
        ])
    }

    @Test func staleWhileRevalidateExpires() {
        let control = "max-age=60, stale-while-revalidate=30"
        #expect(decide(control, age: 59) == .use(age: .seconds(59)))
        #expect(decide(control, age: 90) == .useWhileRevalidating(age: .seconds(90)))
        let others = [
            decide(control, age: 91), decide(control, age: 70, "max-age=65"),
            decide(control + ", must-revalidate", age: 61),
        ]
        #expect(others == Array(repeating: .revalidate(canUseOnError: false), count: 3))
    }

    @Test func staleIfErrorExpires() {
        for (control, age, demands, canUseOnError) in [
            ("max-age=60, stale-if-error=30", 90, "", true), ("max-age=60, stale-if-error=30", 91, "", false),
            ("max-age=60", 90, "stale-if-error=30", true), ("max-age=60", 90, "", false),
            ("max-age=60, stale-if-error=30, must-revalidate", 61, "", false),
            ("max-age=60, stale-if-error=30", 61, "no-cache", false),
        ] {
            let decision = decide(control, age: age, demands)
            #expect(
                (decision == .revalidate(canUseOnError: true)) == canUseOnError, "\(control) after \(age) s, \(demands)"
            )
        }
    }

    @Test func responseFromTheFutureIsRevalidated() {
        #expect(decide("max-age=600", age: -60) == .use(age: .zero))
        #expect(decide("max-age=600", age: -61) == .revalidate(canUseOnError: false))
    }

    @Test func statusAndDirectivesDetermineStorage() {
        func isStored(_ code: Int, _ control: String, _ fields: HTTPFields = [:]) -> Bool {
            var head = HTTPResponse(status: .init(code: code), headerFields: fields)
            head.headerFields[.cacheControl] = control.isEmpty ? nil : control
            return StoringPolicy.isStorable(head, received: Self.received)
        }
        for code in [200, 203, 204, 299, 301, 302, 307, 308, 404, 410, 500, 503] {
            let controls = ["max-age=60", "private, max-age=60", "max-age=60, no-store", ""]
            #expect(controls.map { isStored(code, $0) } == [true, true, false, false], "\(code)")
            #expect(!isStored(code, "max-age=60", [.vary: "Accept, *"]), "\(code)")
            #expect(isStored(code, "", [.eTag: "\"1\""]) == (code == 200), "\(code)")
        }
        for (code, control, isExpected) in [
            (206, "max-age=60", false), (304, "max-age=60", false), (428, "max-age=60", false),
            (429, "max-age=60", false), (431, "max-age=60", false), (511, "max-age=60", false),
            (404, "max-age=60, no-cache", false), (200, "max-age=0, stale-while-revalidate=60", true),
            (200, "max-age=60, no-store, must-understand", true), (299, "max-age=60, must-understand", false),
        ] {
            #expect(isStored(code, control) == isExpected, "\(code), \(control)")
        }
    }

    /// `FollowRedirects` ends the exchange at the head of the redirect.
    @Test func redirectWithoutContentIsStored() {
        let transport = StubTransport { request in
            guard request.path == "/a" else { return .text("b", fields: [.cacheControl: "max-age=60"]) }
            return .status(
                .movedPermanently, fields: [.cacheControl: "max-age=60", .contentLength: "0", .location: "/b"])
        }
        let client = Client(
            baseURL: "https://a.example", transport: transport.caching(in: ResponseCache()),
            middleware: [FollowRedirects()])
        for _ in 0..<2 {
            #expect(Recorder(client.send(Endpoint("/a", parser: ResponseParser<String>.text))).values == ["b"])
        }
        #expect(transport.requests.map(\.path) == ["/a", "/b"])
    }
}
