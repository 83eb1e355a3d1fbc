import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTPTypes

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct CallTests {
    private enum CountKey: StreamContextKey {
        static let defaultValue = 0
    }

    /// A middleware that passes each request and its chain to a closure.
    private struct Probe: Middleware {
        let observe: @Sendable (HTTPRequest, Next) -> Void

        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            observe(request, next)
            return next(request, body)
        }
    }

    private struct Credential: Middleware {
        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            var request = request
            request.headerFields[.authorization] = "Bearer 4f9a7c21e6"
            return next(request, body)
        }
    }

    private let retry = Retry(.constantBackoff(attempts: 3, delay: .zero), scheduler: ImmediateScheduler.shared)

    @Test func attemptsOfACallShareItsValues() {
        let transport = StubTransport { $0.number < 2 ? .status(.serviceUnavailable) : .json("1") }
        let log = Log<[Int]>()
        let probe = Probe { _, next in
            next.call[CountKey.self] += 1
            log.append([next.call[CountKey.self], next.call.attempts])
        }
        let client = makeClient(transport, middleware: [retry, probe])
        #expect(Recorder(client.send(Anything<Int>())).values == [1])
        #expect(Recorder(client.send(Anything<Int>())).values == [1])
        #expect(log.entries == [[1, 0], [2, 1], [3, 2], [1, 0]])
    }

    @Test func outerMiddlewareSeesTheRequestThatWasSent() {
        let transport = StubTransport { _ in .json("1") }
        let log = Log<String?>()
        let probe = Probe { request, next in
            log.append(next.call.lastRequest?.headerFields[.authorization])
            log.append(request.headerFields[.authorization])
        }
        let calls = Log<Call>()
        let keep = Probe { _, next in calls.append(next.call) }
        _ = Recorder(makeClient(transport, middleware: [probe, keep, Credential()]).send(Anything<Int>()))
        #expect(log.entries == [nil, nil])
        #expect(calls.entries.first?.lastRequest?.headerFields[.authorization] == "Bearer 4f9a7c21e6")
        #expect(calls.entries.first?.redacted("token 4f9a7c21e6") == "token <redacted>")
    }

    @Test func secretsOfARequestThatHasNotBeenSentAreRedacted() {
        let log = Log<String>()
        let probe = Probe { request, next in
            log.append(next.call.redacted("token 4f9a7c21e6\u{1B}[2J", for: request))
        }
        let client = makeClient(StubTransport { _ in .json("1") }, middleware: [Credential(), probe])
        _ = Recorder(client.send(Anything<Int>()))
        #expect(log.entries == ["token <redacted>\u{FFFD}[2J"])
    }

    /// Texts of one call share a redactor only if their requests have the same secrets.
    @Test func textOfAnotherRequestIsSearchedForItsOwnSecrets() throws {
        let calls = Log<Call>()
        let probe = Probe { _, next in calls.append(next.call) }
        _ = Recorder(makeClient(StubTransport { _ in .json("1") }, middleware: [probe]).send(Anything<Int>()))
        let call = try #require(calls.entries.first)
        let (request, marked) = (makeRequest("/keys"), makeRequest("/keys", secrets: ["k7ax93"]))
        for _ in 0..<2 {
            #expect(call.redacted("key k7ax93", for: request) == "key k7ax93")
            #expect(call.redacted("key k7ax93", for: marked) == "key <redacted>")
            #expect(call.redacted("key k7ax93", for: makeRequest("/", token: "k7ax93")) == "key <redacted>")
        }
    }

    private func makeRequest(_ path: String, secrets: [String] = [], token: String? = nil) -> HTTPRequest {
        var request = HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: path)
        request.pathSecrets = secrets
        request.headerFields[.authorization] = token.map { "Bearer \($0)" }
        return request
    }

    @Test func middlewareThatIsCalledWithoutAClientHasACall() {
        let call = Log<Call>()
        let next = Next { _, _, _ in .just(.head(HTTPResponse(status: .ok))) }
        let probe = Probe { _, next in call.append(next.call) }
        _ = RecordedExchange(probe.intercept(get(), body: nil, next: next))
        #expect(call.entries.first?.attempts == 1)
        #expect(call.entries.first?.lastRequest == get())
    }
}
