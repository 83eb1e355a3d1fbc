import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite struct RetryTests {
    private let scheduler = TestScheduler()
    private let decisions = Log<RetryDecision>()

    /// A policy of up to three attempts, two seconds apart.
    private var policy: RetryPolicy {
        .constantBackoff(attempts: 3, delay: .seconds(2)).onDecision { [decisions] in decisions.append($0) }
    }

    private func transport(_ responses: [StubTransport.Response]) -> StubTransport {
        StubTransport(scheduler: scheduler) { responses[min($0.number, responses.count - 1)] }
    }

    private func send(
        _ transport: StubTransport, _ request: Anything<Int> = Anything<Int>(),
        _ change: (inout Retry) -> Void = { _ in }
    ) -> Recorder<Int> {
        var retry = Retry(policy, scheduler: scheduler)
        change(&retry)
        return Recorder(makeClient(transport, middleware: [retry]).send(request))
    }

    private var actions: [RetryDecision.Action] { decisions.entries.map(\.action) }

    // MARK: Retried failures

    @Test(arguments: [408, 429, 500, 502, 503, 504])
    func retriesTransientStatus(code: Int) {
        let transport = transport([.status(.init(code: code)), .json("7")])
        let recorder = send(transport)
        scheduler.advance(by: .milliseconds(1_999))
        #expect(transport.requests.count == 1)
        scheduler.advance(by: .milliseconds(1))
        #expect(recorder.events == [.next(7), .completed])
        #expect(actions == [.retry(after: .seconds(2))])
    }

    @Test(arguments: [200, 201, 304, 400, 401, 403, 404, 409, 413, 425, 501, 505])
    func doesNotRetryOtherStatus(code: Int) {
        let transport = transport([.json("7", status: .init(code: code))])
        _ = send(transport)
        scheduler.advance(by: .seconds(9))
        #expect(transport.requests.count == 1)
        #expect(decisions.entries.isEmpty)
    }

    @Test func retriesCustomStatuses() {
        let transport = transport([.status(425), .status(.serviceUnavailable)])
        _ = send(transport) { $0.statuses = [425] }
        scheduler.advance(by: .seconds(9))
        #expect(transport.requests.count == 2)
    }

    private static let transient: [TransportError] = [
        .init(.couldNotResolve), .init(.couldNotConnect), .init(.couldNotConnect, .refused),
        .init(.couldNotConnect, .proxy),
        .init(.timeout), .init(.timeout, .connecting), .init(.timeout, .betweenBytes), .init(.sendFailed),
        .init(.closedEarly),
    ]

    /// A request that was not sent is retried although its method is not idempotent.
    @Test(
        arguments: transient.map { (HTTPRequest.Method.get, $0) } + [
            (.post, .init(.couldNotResolve)), (.post, .init(.couldNotConnect, .refused)),
            (.post, .init(.timeout, .connecting)),
        ])
    func retriesTransientTransportError(method: HTTPRequest.Method, failure: TransportError) {
        let transport = transport([.fail(failure), .json("7")])
        let recorder = send(transport, Anything<Int>(method: method))
        scheduler.advance(by: .seconds(2))
        #expect(recorder.hasSingleElement)
    }

    @Test(arguments: [
        TransportError.Code.invalidURL, .invalidRequest, .invalidOptions, .tls, .malformedResponse, .tooLarge,
        .cancelled,
        .unavailable, .other,
    ])
    func doesNotRetryOtherTransportError(code: TransportError.Code) throws {
        let transport = transport([.fail(TransportError(code))])
        let recorder = send(transport)
        scheduler.advance(by: .seconds(9))
        #expect((try recorder.failure().underlying as? TransportError)?.code == code)
        #expect(transport.requests.count == 1)
        #expect(actions == [.giveUp(.error)])
    }

    @Test func doesNotRetryRequestBodyThatCannotBeRead() throws {
        let subscriptions = Log<Void>()
        let body = HTTPBody.stream(
            .deferred {
                subscriptions.append(())
                return .error(TestError("unreadable"))
            })
        let recorder = send(transport([.json("7")]), Anything<Int>(method: .put, body: body))
        scheduler.advance(by: .seconds(9))
        #expect((try recorder.failure().underlying as? TransportError)?.code == .sendFailed)
        #expect(subscriptions.entries.count == 1)
        #expect(actions == [.giveUp(.error)])
    }

    @Test func doesNotRetryErrorOfOtherMiddleware() throws {
        struct Broken: Middleware {
            func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
                throw TestError("broken")
            }
        }
        let client = makeClient(transport([.never]), middleware: [Retry(policy, scheduler: scheduler), Broken()])
        let recorder = Recorder(client.send(Anything<Int>()))
        #expect(try recorder.failure().underlying as? TestError == TestError("broken"))
        #expect(decisions.entries.isEmpty)
    }

    // MARK: Repeatable requests

    @Test(arguments: ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"])
    func retriesIdempotentMethod(method: String) throws {
        let transport = transport([.status(.serviceUnavailable), .json("7")])
        _ = send(transport, Anything<Int>(method: try #require(.init(rawValue: method))))
        scheduler.advance(by: .seconds(2))
        #expect(transport.requests.count == 2)
    }

    @Test(arguments: ["POST", "PATCH", "CONNECT", "QUERY", "get"])
    func doesNotRetryOtherMethod(method: String) throws {
        for response in [StubTransport.Response.status(.serviceUnavailable), .fail(TransportError(.closedEarly))] {
            let transport = transport([response])
            let recorder = send(transport, Anything<Int>(method: try #require(.init(rawValue: method))))
            scheduler.advance(by: .seconds(9))
            #expect(transport.requests.count == 1)
            _ = try recorder.failure()
        }
        #expect(actions == [.giveUp(.error), .giveUp(.error)])
    }

    @Test func retriesRequestWithIdempotencyKey() throws {
        let transport = transport([.status(.serviceUnavailable), .json("7")])
        let key = HTTPField.Name(literal: "idempotency-key")
        let recorder = send(transport, Anything<Int>(method: .post, headerFields: [key: "1"], body: HTTPBody("abc")))
        scheduler.advance(by: .seconds(2))
        #expect(recorder.hasSingleElement)
        #expect(transport.requests.map(\.bodyText) == ["abc", "abc"])
        #expect(transport.requests.map { $0.headerFields[key] } == ["1", "1"])
    }

    /// A request whose idempotency does not follow from its method.
    private struct DeclaredRequest: Request {
        typealias Response = Int
        let method: HTTPRequest.Method
        let options: RequestOptions
        var path: URLPath { "/log" }
    }

    @Test func retriesRequestsDeclaredAsIdempotentOnly() {
        for (method, isIdempotent) in [(HTTPRequest.Method.post, true), (.put, false)] {
            let transport = transport([.status(.serviceUnavailable), .json("7")])
            let client = makeClient(transport, middleware: [Retry(policy, scheduler: scheduler)])
            let options = RequestOptions(isIdempotent: isIdempotent)
            let recorder = Recorder(client.send(DeclaredRequest(method: method, options: options)))
            scheduler.advance(by: .seconds(2))
            #expect(recorder.values == (isIdempotent ? [7] : []))
            #expect(transport.requests.count == (isIdempotent ? 2 : 1))
        }
    }

    @Test func retriesRequestThatIsRepeatable() {
        let transport = transport([.status(.serviceUnavailable), .json("7")])
        _ = send(transport, Anything<Int>(method: .post)) {
            $0.isRepeatable = { $0.path?.hasSuffix("/anything") == true }
        }
        scheduler.advance(by: .seconds(2))
        #expect(transport.requests.count == 2)
    }

    // MARK: Attempts

    @Test func forwardsLastResponse() throws {
        let transport = transport([
            .fail(TransportError(.closedEarly)), .status(.badGateway),
            .json(#"{"message": "Sorry", "type": "down"}"#, status: .serviceUnavailable),
        ])
        let recorder = send(transport)
        scheduler.advance(by: .seconds(9))
        let error = try recorder.failure()
        #expect(error.status == .serviceUnavailable)
        #expect(error.underlying as? ServiceError == ServiceError(message: "Sorry", type: "down"))
        #expect(transport.requests.count == 3)
        #expect(transport.requests.map(\.sent) == [0, 2, 4])
        #expect(actions == [.retry(after: .seconds(2)), .retry(after: .seconds(2)), .giveUp(.attempts)])
    }

    @Test func forwardsLastError() throws {
        let recorder = send(
            transport([.status(.badGateway), .status(.badGateway), .fail(TransportError(.closedEarly, "the third"))]))
        scheduler.advance(by: .seconds(9))
        #expect((try recorder.failure().underlying as? TransportError)?.text == "the third")
    }

    @Test func continuesAttemptNumbersOfOuterMiddleware() {
        let attempts = Log<Int>()
        let next = Next(attempt: 4) { _, _, attempt in
            attempts.append(attempt)
            return .error(TransportError(.couldNotConnect))
        }
        let request = HTTPRequest(method: .get, scheme: "https", authority: "qiita.com", path: "/")
        let source = Retry(policy, scheduler: scheduler).intercept(request, body: nil, next: next)
        for _ in 0..<2 {
            let recorder = Recorder(source)
            scheduler.advance(by: .seconds(9))
            #expect(recorder.events.count == 1)
        }
        #expect(attempts.entries == [4, 5, 6, 4, 5, 6])
    }

    @Test func givesUpAtTimeLimitOfPolicy() throws {
        let transport = transport([.status(.serviceUnavailable, after: .seconds(1))])
        let retry = Retry(
            .constantBackoff(attempts: 9, delay: .seconds(2)).within(.seconds(7)).onDecision { [decisions] in
                decisions.append($0)
            }, scheduler: scheduler)
        let recorder = Recorder(makeClient(transport, middleware: [retry]).send(Anything<Int>()))
        scheduler.advance(by: .seconds(30))
        #expect(transport.requests.map(\.sent) == [0, 3, 6])
        #expect(try recorder.failure().status == .serviceUnavailable)
        #expect(actions.last == .giveUp(.limit))
        #expect(decisions.entries.map(\.elapsed) == [.seconds(1), .seconds(4), .seconds(7)])
    }

    @Test func policyReceivesAPIErrorForEachFailure() throws {
        let seen = Log<APIError>()
        let picky = policy.retrying { error in
            if let error = error as? APIError { seen.append(error) }
            return (error as? APIError)?.status != .badGateway
        }
        let transport = transport([.fail(TransportError(.closedEarly)), .status(.badGateway)])
        let retry = Retry(picky, scheduler: scheduler)
        let recorder = Recorder(makeClient(transport, middleware: [retry]).send(Anything<Int>()))
        scheduler.advance(by: .seconds(9))
        #expect(try recorder.failure().status == .badGateway)
        #expect(actions == [.retry(after: .seconds(2)), .giveUp(.error)])
        #expect(seen.entries.map(\.stage) == [.transport, .status])
        #expect(seen.entries.map(\.url) == Array(repeating: "https://qiita.com/api/v2/anything", count: 2))
        let text = decisions.entries.first?.description
        #expect(
            text?.hasPrefix("attempt 1 of 3 failed, retrying in 2.000 s: GET https://qiita.com/") == true)
    }

    @Test(.disabledUnderThreadSanitizer("single-threaded")) func retriesManyTimesWithoutNesting() throws {
        let transport = StubTransport { $0.number < 10_000 ? .status(.serviceUnavailable) : .json("7") }
        let retry = Retry(.constantBackoff(attempts: 20_000, delay: .zero), scheduler: scheduler)
        #expect(Recorder(makeClient(transport, middleware: [retry]).send(Anything<Int>())).hasSingleElement)
    }

    // MARK: After the response head

    @Test func doesNotRetryWhenBodyFails() throws {
        let transport = transport([
            .respond(after: .zero, chunks: ["1"], then: .fail(TransportError(.closedEarly)), after: .seconds(1)),
            .json("7"),
        ])
        let recorder = send(transport)
        scheduler.advance(by: .seconds(9))
        #expect((try recorder.failure().underlying as? TransportError)?.code == .closedEarly)
        #expect(transport.requests.count == 1)
        #expect(decisions.entries.isEmpty)
    }

    @Test func cancelsBodyOfRetriedResponse() {
        let transport = transport([
            .respond(status: .serviceUnavailable, chunks: [.init("no", after: .seconds(1))]), .json("7"),
        ])
        let recorder = send(transport)
        scheduler.advance(by: .seconds(2))
        #expect(transport.requests.map(\.state) == [.cancelled, .ended])
        #expect(recorder.hasSingleElement)
    }

    @Test func sendsNothingAfterDisposal() {
        for time in 0...8 {
            expectNoLeaks(checksRetained: false) {
                let scheduler = TestScheduler()
                let transport = StubTransport(scheduler: scheduler) { _ in .status(.badGateway, after: .seconds(1)) }
                let retry = Retry(.constantBackoff(attempts: 3, delay: .seconds(2)), scheduler: scheduler)
                let (recorder, subscription) = makeClient(transport, middleware: [retry]).send(Anything<Int>()).record()
                scheduler.advance(by: .seconds(time))
                let sent = transport.requests.count
                let events = recorder.events.count
                subscription.dispose()
                scheduler.advance(by: .seconds(30))
                #expect(transport.requests.count == sent)
                #expect(recorder.events.count == events)
                #expect(scheduler.pendingCount == 0)
            }
        }
    }
}
