import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

/// Simulates three hours in virtual time, in which a client polls a service that is often unavailable.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct PollingTests {
    /// A service whose tokens expire after 30 minutes, that allows 100 requests in ten minutes, and that sometimes fails.
    private final class Service: @unchecked Sendable {  // accessed only by the scheduler's thread
        struct Counts: Equatable {
            var responses = 0
            var rejections = 0
            var busy = 0
            var limited = 0
            var broken = 0
            var tokens = 0
            var tooEarly = 0
        }

        private let scheduler: TestScheduler
        private let start = Date(timeIntervalSince1970: 1_700_000_000)
        private var expiry = Duration.zero
        private var quota = (window: 0, used: 0)
        private var closedUntil = Duration.zero
        private var number = 0
        private(set) var counts = Counts()

        init(_ scheduler: TestScheduler) {
            self.scheduler = scheduler
        }

        func respond(to request: StubTransport.Request) -> StubTransport.Response {
            let now = scheduler.now
            number += 1
            if request.path == "/token" {
                counts.tokens += 1
                expiry = now + .seconds(1_800)
                return .json("\(counts.tokens)", after: .milliseconds(300))
            }
            guard request.headerFields[.authorization] == "Bearer \(counts.tokens)", now < expiry else {
                counts.rejections += 1
                return .status(.unauthorized, after: .milliseconds(50))
            }
            if now < closedUntil { counts.tooEarly += 1 }
            let window = Int(now / .seconds(600))
            if quota.window != window { quota = (window, 0) }
            quota.used += 1
            if quota.used > 100 {
                counts.limited += 1
                closedUntil = .seconds((window + 1) * 600)
                return .status(.tooManyRequests, fields: delayFields(closedUntil - now), after: .milliseconds(20))
            }
            if number.isMultiple(of: 17) {
                counts.busy += 1
                closedUntil = now + .seconds(20)
                return .status(.serviceUnavailable, fields: [.retryAfter: "20"], after: .milliseconds(20))
            }
            if number.isMultiple(of: 23) {
                counts.broken += 1
                return .fail(TransportError(.closedEarly), after: .milliseconds(20))
            }
            counts.responses += 1
            return .respond(after: .milliseconds(100), chunks: [.init("\(number)", after: .milliseconds(20))])
        }

        /// Returns header fields that request a delay, alternating between the three formats.
        private func delayFields(_ wait: Duration) -> HTTPFields {
            let seconds = Int((wait / .seconds(1)).rounded(.up))
            let time = Int((scheduler.now / .seconds(1)).rounded(.down))
            let date = HTTPDate.text(start.addingTimeInterval(Double(time)))
            switch counts.limited % 3 {
            case 0: return [.retryAfter: "\(seconds)"]
            case 1:
                return [.date: date, .retryAfter: HTTPDate.text(start.addingTimeInterval(Double(time + seconds + 1)))]
            default:
                let reset = 1_700_000_000 + time + seconds + 1
                return [
                    .date: date, .init(literal: "X-RateLimit-Remaining"): "0",
                    .init(literal: "X-RateLimit-Reset"): "\(reset)",
                ]
            }
        }
    }

    /// Tests a client that relies on the service's responses and a client that also limits its own rate.
    @Test(arguments: [false, true])
    func threeHoursOfPollingHonorServerDelays(limitsRate: Bool) {
        expectNoLeaks(checksRetained: false) {
            let scheduler = TestScheduler()
            let service = Service(scheduler)
            let transport = StubTransport(scheduler: scheduler) { service.respond(to: $0) }
            let base = "https://service.example"
            let plain = Client(baseURL: base, transport: transport)
            let tokens = CredentialRefresher<Int>(
                // The service does not report the lifetime of its tokens; it rejects expired ones.
                scheduler: scheduler, obtain: { plain.send(Anything<Int>(method: .post, path: "/token")) })
            let decisions = Log<RetryDecision>()
            let policy = RetryPolicy.exponentialBackoff(attempts: 6, jitter: .full(seed: 1)).onDecision {
                decisions.append($0)
            }
            let client = Client(
                baseURL: base, transport: transport,
                middleware: [
                    Authentication.bearer(tokens, for: base) { "\($0)" },
                    Retry(policy, maximumRetryAfter: .seconds(660), scheduler: scheduler),
                    // One request every six seconds within the service's limit; otherwise, ten per second.
                    RateLimit(100, per: .seconds(limitsRate ? 600 : 10), burst: 1, scheduler: scheduler),
                ],
                timeout: .seconds(900), scheduler: scheduler)
            let polls = Observable.interval(.seconds(5), scheduler: scheduler)
                .flatMapFirst { _ in client.send(Anything<Int>(path: "/jobs")) }
            let events = Log<Event<Int>>()
            let subscription = polls.subscribe { events.append($0) }
            scheduler.advance(to: .seconds(3 * 3_600))
            subscription.dispose()

            let counts = service.counts
            #expect(events.entries.allSatisfy { $0.element != nil })
            // Every response was delivered, except possibly the last one.
            #expect((0...1).contains(counts.responses - events.entries.count))
            #expect(counts.responses > (limitsRate ? 800 : 1_000))
            // The first token and one for every 30 minutes: each expired token is rejected once.
            #expect(counts.tokens == 6)
            #expect(counts.rejections == 5)
            #expect(limitsRate ? counts.limited == 0 : 17...18 ~= counts.limited)
            #expect(counts.busy > 50)
            #expect(counts.broken > 30)
            // No request was sent before the requested delay had passed.
            #expect(counts.tooEarly == 0)
            let failures = counts.limited + counts.busy + counts.broken
            #expect((0...1).contains(failures - decisions.entries.count))
        }
    }
}
