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

    @Test func storedResponseIsUsedUntilLifetimeEnds() {
        #expect(isUsed("max-age=60", age: 59))
        #expect(!isUsed("max-age=60", age: 60))
        #expect(isUsed("public, max-age=60, s-maxage=1, proxy-revalidate", age: 59))
        #expect(!isUsed("", age: 0))
        #expect(!isUsed("no-cache, max-age=60", age: 0))
        #expect(!isUsed("no-cache=\"Set-Cookie\", max-age=60", age: 0))
        #expect(isUsed("max-age=60, must-revalidate", age: 59))
    }

    @Test func expiresIsComparedWithDateOrArrival() {
        // The response arrived on Sun, 09 Sep 2001 01:46:40 GMT.
        let expires = "Sun, 09 Sep 2001 01:47:40 GMT"
        #expect(isUsed("", age: 59, "", [.expires: expires]))
        #expect(!isUsed("", age: 60, "", [.expires: expires]))
        #expect(!isUsed("", age: 30, "", [.expires: expires, .date: "Sun, 09 Sep 2001 01:47:10 GMT"]))
        // An invalid date is replaced with the time of receipt (RFC 9110, 6.6.1).
        #expect(isUsed("", age: 59, "", [.expires: expires, .date: "yesterday"]))
        #expect(!isUsed("", age: 60, "", [.expires: expires, .date: "yesterday"]))
        for invalid in ["0", "Sun, 09 Sep 2001 01:47:40 UTC", "Sun, 09-Sep-2001 01:47:40 GMT"] {
            #expect(!isUsed("", age: 0, "", [.expires: invalid]))
        }
        #expect(isUsed("", age: 59, "", [.expires: "Sunday, 09-Sep-01 01:47:40 GMT"]))
        #expect(isUsed("", age: 59, "", [.expires: "Sun Sep  9 01:47:40 2001"]))
        #expect(isUsed("max-age=60", age: 59, "", [.expires: "0"]))
    }

    @Test func requestCanLimitAge() {
        #expect(!isUsed("max-age=60", age: 1, "no-cache"))
        #expect(!isUsed("max-age=60", age: 1, "max-age=0"))
        #expect(isUsed("max-age=60", age: 10, "max-age=10"))
        #expect(isUsed("max-age=60", age: 49, "min-fresh=10"))
        #expect(!isUsed("max-age=60", age: 50, "min-fresh=10"))
        #expect(!isUsed("max-age=60, stale-while-revalidate=60", age: 50, "min-fresh=10"))
    }

    @Test func requestCanAllowStaleResponse() {
        #expect(isUsed("max-age=60", age: 70, "max-stale=10"))
        #expect(!isUsed("max-age=60", age: 71, "max-stale=10"))
        #expect(isUsed("max-age=60", age: 1_000_000, "max-stale"))
        #expect(!isUsed("max-age=60", age: 61, "max-stale=x"))
        #expect(!isUsed("max-age=60, must-revalidate", age: 61, "max-stale"))
        #expect(!isUsed("max-age=60, no-cache", age: 61, "max-stale"))
    }

    @Test func pragmaAppliesToRequestsWithoutCacheControl() {
        #expect(!isUsed("", age: 0, "", [.pragma: "max-age=86400"]))
        #expect(isUsed("max-age=60", age: 1, "", [.pragma: "no-cache"]))
        func isUsedByRequest(_ fields: HTTPFields) -> Bool {
            let head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"])
            let stored = StoredResponse(head: head, varyNames: [], received: Self.received, initialAge: .zero)
            return stored.decision(for: get("https://a.example/x", fields), at: Self.received) == .use(age: .zero)
        }
        #expect(!isUsedByRequest([.pragma: "x, No-Cache"]))
        #expect(isUsedByRequest([.pragma: "no-cache", .cacheControl: "max-age=60"]))
        #expect(isUsedByRequest([.pragma: "min-fresh=60"]))
    }

    @Test func immutableResponseIsNotReloaded() {
        #expect(isUsed("max-age=60, immutable", age: 30, "max-age=0"))
        #expect(!isUsed("max-age=60, immutable", age: 30, "no-cache"))
        #expect(!isUsed("max-age=60, immutable", age: 60, "max-age=0"))
        #expect(!isUsed("max-age=60, immutable", age: 60))
    }

    @Test func staleWhileRevalidateExpires() {
        let control = "max-age=60, stale-while-revalidate=30"
        #expect(decide(control, age: 59) == .use(age: .seconds(59)))
        #expect(decide(control, age: 90) == .useWhileRevalidating(age: .seconds(90)))
        #expect(decide(control, age: 91) == .revalidate(canUseOnError: false))
        #expect(decide(control, age: 70, "max-age=65") == .revalidate(canUseOnError: false))
        #expect(
            decide(control + ", must-revalidate", age: 61) == .revalidate(canUseOnError: false))
    }

    @Test func staleIfErrorExpires() {
        func canUseOnError(_ control: String, age: Int, _ demands: String = "") -> Bool {
            decide(control, age: age, demands) == .revalidate(canUseOnError: true)
        }
        #expect(canUseOnError("max-age=60, stale-if-error=30", age: 90))
        #expect(!canUseOnError("max-age=60, stale-if-error=30", age: 91))
        #expect(canUseOnError("max-age=60", age: 90, "stale-if-error=30"))
        #expect(!canUseOnError("max-age=60", age: 90))
        #expect(!canUseOnError("max-age=60, stale-if-error=30, must-revalidate", age: 61))
        #expect(!canUseOnError("max-age=60, stale-if-error=30", age: 61, "no-cache"))
    }

    @Test func responseFromTheFutureIsRevalidated() {
        #expect(isUsed("max-age=600", age: -60) == false)
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
            #expect(isStored(code, "max-age=60"))
            #expect(isStored(code, "private, max-age=60"))
            #expect(!isStored(code, "max-age=60, no-store"))
            #expect(!isStored(code, "max-age=60", [.vary: "Accept, *"]))
            #expect(isStored(code, "", [.eTag: "\"1\""]) == (code == 200))
            #expect(!isStored(code, ""))
        }
        for code in [206, 304, 428, 429, 431, 511] { #expect(!isStored(code, "max-age=60")) }
        #expect(!isStored(404, "max-age=60, no-cache"))
        #expect(isStored(200, "max-age=0, stale-while-revalidate=60"))
        #expect(isStored(200, "max-age=60, no-store, must-understand"))
        #expect(!isStored(299, "max-age=60, must-understand"))
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
