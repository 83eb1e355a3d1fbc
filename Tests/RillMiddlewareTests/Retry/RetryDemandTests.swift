import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

/// Tests delays that servers request.
@Suite struct RetryDemandTests {
    private let scheduler = TestScheduler()
    private let decisions = Log<RetryDecision>()

    /// Sun, 06 Nov 1994 08:49:37 GMT, the date at which the test's clock is zero.
    private let start = Date(timeIntervalSince1970: 784_111_777)

    private let limit = HTTPField.Name(literal: "RateLimit")
    private let remaining = HTTPField.Name(literal: "X-RateLimit-Remaining")
    private let reset = HTTPField.Name(literal: "X-RateLimit-Reset")

    /// Returns the delay between a response and the second attempt, or `nil` if there is no second attempt.
    private func secondAttempt(
        after status: HTTPResponse.Status = .tooManyRequests, _ fields: HTTPFields,
        policy: RetryPolicy = .constantBackoff(attempts: 2, delay: .seconds(1)),
        maximumRetryAfter: Duration = .seconds(120)
    ) -> Duration? {
        let transport = StubTransport(scheduler: scheduler) {
            $0.number == 0 ? .json("1", status: status, fields: fields) : .json("7")
        }
        let retry = Retry(
            policy.onDecision { [decisions] in decisions.append($0) }, maximumRetryAfter: maximumRetryAfter,
            scheduler: scheduler,
            now: { [start, scheduler] in start.addingTimeInterval(scheduler.now / .seconds(1)) })
        let sent = scheduler.now
        let recorder = Recorder(makeClient(transport, middleware: [retry]).send(Anything<Int>()))
        scheduler.advance(by: .seconds(500))
        #expect(recorder.events.count == (transport.requests.count == 2 || status == .ok ? 2 : 1))
        return transport.requests.count == 2
            ? transport.requests[1].sent.map { .seconds($0.tick) + $0.offset - sent } : nil
    }

    /// Returns the delays between several responses and their second attempts.
    private func secondAttempts(
        after status: HTTPResponse.Status = .tooManyRequests, _ responses: HTTPFields..., policy: RetryPolicy? = nil
    ) -> [Duration?] {
        let policy = policy ?? .constantBackoff(attempts: 2, delay: .seconds(1))
        return responses.map { secondAttempt(after: status, $0, policy: policy) }
    }

    @Test func honorsRetryAfterSeconds() {
        let delays = secondAttempts([.retryAfter: "30"], [.retryAfter: "1.5"])
        #expect(delays == [.seconds(30), .milliseconds(1_500)])
        #expect(secondAttempt(after: .serviceUnavailable, [.retryAfter: " 30 "]) == .seconds(30))
    }

    @Test func comparesDatesWithServerClock() {
        #expect(secondAttempt([.retryAfter: "Sun, 06 Nov 1994 08:50:07 GMT"]) == .seconds(30))
        // The server's clock is one year ahead.
        let date = "Mon, 06 Nov 1995 08:49:37 GMT"
        let delays = secondAttempts(
            [.date: date, .retryAfter: "Mon, 06 Nov 1995 08:49:57 GMT"],
            [.date: date, remaining: "0", reset: "815647822"], [.date: "yesterday", .retryAfter: "9"])
        #expect(delays == [.seconds(20), .seconds(45), .seconds(9)])
    }

    @Test func waitsAtLeastPolicyDelay() {
        for past in ["0", "Sun, 06 Nov 1993 08:50:07 GMT", "tomorrow", "", "-5"] {
            #expect(secondAttempt([.retryAfter: past]) == .seconds(1))
        }
    }

    @Test func jitterDoesNotShortenRequestedDelay() {
        for seed in 0..<50 as Range<UInt64> {
            let policy = RetryPolicy.exponentialBackoff(
                attempts: 2, initial: .seconds(40), maximum: .seconds(40), jitter: .full(seed: seed))
            let wait = secondAttempt([.retryAfter: "30"], policy: policy)
            #expect(wait.map { $0 >= .seconds(30) && $0 <= .seconds(40) } == true)
        }
        let waits = decisions.entries.map { $0.action }
        #expect(waits.contains(.retry(after: .seconds(30))))
        #expect(Set(waits).count > 5)
    }

    @Test func givesUpWhenRequestedDelayIsTooLong() {
        let delays = secondAttempts(
            [.retryAfter: "121"], [.retryAfter: "99999999999999999999999999"],
            [.retryAfter: "Fri, 31 Dec 9999 23:59:59 GMT"])
        #expect(delays == [nil, nil, nil])
        #expect(decisions.entries.map(\.action) == [.giveUp(.limit), .giveUp(.limit), .giveUp(.limit)])
        #expect(secondAttempt([.retryAfter: "120"]) == .seconds(120))
        #expect(secondAttempt([.retryAfter: "200"], maximumRetryAfter: .seconds(200)) == .seconds(200))
    }

    @Test func givesUpWhenRequestedDelayExceedsPolicyLimit() {
        let policy = RetryPolicy.constantBackoff(attempts: 2, delay: .seconds(1)).within(.seconds(20))
        let delays = secondAttempts([.retryAfter: "21"], [.retryAfter: "20"], policy: policy)
        #expect(delays == [nil, .seconds(20)])
    }

    // MARK: Rate limits

    @Test func waitsForResetOfExhaustedLimit() {
        // The start is 784_111_777. The clock advances with each case.
        let delays = secondAttempts(
            [remaining: "0", reset: "784111817"], [remaining: "0", reset: "784112317000"],
            [remaining: "0", reset: "40"], ["Rate-Remaining": "0", "Rate-Reset": "784113317"],
            ["RateLimit-Remaining": "0", "RateLimit-Reset": "40"], [limit: #""default";r=0;t=40"#],
            [limit: "limit=10, remaining=0, reset=40"])
        #expect(delays == Array(repeating: .seconds(40), count: 7))
    }

    @Test func ignoresResetOfRemainingLimit() {
        let delays = secondAttempts([remaining: "1", reset: "40"], [limit: #""default";r=3;t=40"#])
        #expect(delays == [.seconds(1), .seconds(1)])
        #expect(secondAttempt(after: .serviceUnavailable, [reset: "40"]) == .seconds(1))
    }

    @Test func treats429WithoutRemainingCountAsExhausted() {
        #expect(secondAttempts([reset: "40"], [limit: #""default";t=40"#]) == [.seconds(40), .seconds(40)])
    }

    @Test func retryAfterOverridesRateLimit() {
        let delays = secondAttempts(
            [.retryAfter: "5", remaining: "0", reset: "40"], [.retryAfter: "soon", remaining: "0", reset: "40"])
        #expect(delays == [.seconds(5), .seconds(40)])
    }

    @Test func retries403WithRequestedDelay() {
        let delays = secondAttempts(
            after: .forbidden, [.retryAfter: "60"], [remaining: "0", reset: "40"], [remaining: "12", reset: "40"],
            [reset: "40"], [:])
        #expect(delays == [.seconds(60), .seconds(40), nil, nil, nil])
        #expect(secondAttempt(after: .ok, [.retryAfter: "60"]) == nil)
        #expect(secondAttempt(after: .unauthorized, [.retryAfter: "60"]) == nil)
    }
}
