import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests that secrets are redacted if a shared, stored or redirected response repeats them.
@Suite struct SharedResponseSecretTests {
    private static let secret = "zk93hd72hw"
    private let scheduler = TestScheduler()
    private let lines = Log<String>()

    /// Middleware that adds a credential to each request.
    private struct Custom: Middleware {
        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            var request = request
            request.headerFields[.authorization] = "Bearer \(secret)"
            return next(request, body)
        }
    }

    private var authentication: Authentication {
        Authentication(for: "https://qiita.com") { $0.headerFields[.authorization] = "Bearer \(Self.secret)" }
    }

    private func client(
        _ middleware: any Middleware, _ response: StubTransport.Response, _ wrap: (StubTransport) -> any Transport
    ) -> (Client, StubTransport) {
        let transport = StubTransport(scheduler: scheduler) { _ in response }
        let logging = Logging(.verbose) { [lines] in lines.append($0) }
        return (makeClient(wrap(transport), middleware: [logging, middleware]), transport)
    }

    private func texts(of error: APIError) -> String {
        "\(error) \(error.bodyPrefix) \(dumped(error))"
    }

    @Test(arguments: [false, true]) func sharedExchangeRedactsCredentials(isCustom: Bool) throws {
        let (client, transport) = client(
            isCustom ? Custom() : authentication,
            .text("no permission for \(Self.secret)", status: .forbidden, after: .seconds(1))
        ) { $0.coalescing() }
        let recorders = (0..<2).map { _ in Recorder(client.send(Anything<Int>())) }
        scheduler.advance(by: .seconds(2))
        #expect(transport.requests.count == 1)
        for recorder in recorders {
            let text = texts(of: try recorder.failure())
            #expect(text.contains("no permission for <redacted>"))
            #expect(!text.contains(Self.secret))
        }
        #expect(lines.entries.contains { $0.contains("no permission") })
        #expect(!lines.entries.contains { $0.contains(Self.secret) })
    }

    /// Middleware that signs each request separately.
    private struct Signing: Middleware {
        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            var request = request
            request.setSignature("Signature \(UUID().uuidString)", of: ["user"], coversFields: false)
            return next(request, body)
        }
    }

    @Test func joinedExchangeRedactsSignatureOfSentRequest() throws {
        let transport = StubTransport(scheduler: scheduler) { request in
            .text("wrong: \(request.headerFields[.authorization] ?? "")", status: .forbidden, after: .seconds(1))
        }
        let logging = Logging(.verbose) { [lines] in lines.append($0) }
        let client = makeClient(transport.coalescing(), middleware: [logging, Signing()])
        let recorders = (0..<2).map { _ in Recorder(client.send(Anything<Int>())) }
        scheduler.advance(by: .seconds(2))
        let sent = try #require(transport.requests.first?.headerFields[.authorization]?.split(separator: " ").last)
        #expect(transport.requests.count == 1)
        for text in try recorders.map({ texts(of: try $0.failure()) }) + lines.entries {
            #expect(!text.contains(sent), "\(text)")
        }
        #expect(lines.entries.contains { $0.contains("wrong: ") })
    }

    @Test(arguments: [false, true]) func storedResponseRedactsCredentials(isCustom: Bool) throws {
        let cache = ResponseCache(freshnessClock: scheduler)
        let (client, transport) = client(
            isCustom ? Custom() : authentication,
            .json(#"{"count":"\#(Self.secret)"}"#, fields: [.cacheControl: "max-age=60"])
        ) { $0.caching(in: cache) }
        for _ in 0..<2 {
            let recorder = Recorder(client.send(Anything<[String: Int]>()))
            scheduler.advance(by: .seconds(1))
            let text = texts(of: try recorder.failure())
            #expect(text.contains(#"count: expected Int, found "<redacted>""#))
            #expect(!text.contains(Self.secret))
        }
        #expect(transport.requests.count == 1)
        #expect(lines.entries.count == 4)
        #expect(!lines.entries.contains { $0.contains(Self.secret) })
    }

    /// A redirect after `POST` to a request without a body.
    @Test(arguments: [Logging.Detail.lines, .verbose]) func responseToRedirectRedactsBody(detail: Logging.Detail) throws
    {
        let transport = StubTransport { request in
            switch request.number {
            case 0: .status(.seeOther, fields: [.location: "https://qiita.com/users/\(Self.secret)"])
            case 1: .text("\(Self.secret) is busy", status: .serviceUnavailable)
            default: .text("no user \(Self.secret)", status: .badRequest)
            }
        }
        let retry = Retry(.constantBackoff(attempts: 2, delay: .zero), scheduler: ImmediateScheduler.shared)
        let logging = Logging(detail) { [lines] in lines.append($0) }
        var client = makeClient(transport, middleware: [FollowRedirects(), retry, logging])
        let instrument = TextInstrument()
        client.instruments = [instrument]
        let body = HTTPBody.form(["user": "alice", "password": Self.secret])
        let error = try Recorder(client.send(Endpoint<Int>("/session", method: .post, body: body))).failure()
        #expect(error.status == .badRequest && transport.requests.count == 3)
        #expect(texts(of: error).contains("no user <redacted>"))
        #expect(instrument.log.entries.count == 8)
        for text in [texts(of: error)] + lines.entries + instrument.log.entries {
            #expect(!text.contains(Self.secret), "\(text)")
        }
    }

    /// Logs the texts of all calls.
    private final class TextInstrument: HTTPInstrument {
        let log = Log<String>()

        private func add(_ value: Any) { log.append("\(value)\(dumped(value))") }

        func retryDecided(_ decision: RetryDecision, in subscription: InstrumentedSubscription) { add(decision) }
        func exchangeEnded(_ exchange: InstrumentedExchange, _ metrics: ExchangeMetrics) { add(metrics) }
        func attemptBegan(_ attempt: InstrumentedAttempt) { add(attempt) }
        func attemptEnded(_ attempt: InstrumentedAttempt, _ result: APIError.Attempt) { add(result) }
    }
}
