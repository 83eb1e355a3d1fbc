import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillServiceTestSupport
import RillTestSupport
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct TraceContextMiddlewareTests {
    private static let trace = "12345678901234567890123456789012"
    private static let incoming = "00-\(trace)-1234567890123456-01"

    private let traceparent: HTTPField.Name = "traceparent"
    private let tracestate: HTTPField.Name = "tracestate"
    private let middleware = TraceContextMiddleware(for: "https://qiita.com")
    private let transport = StubTransport { _ in .json("1") }

    /// A transport that redirects the first request to another origin.
    private let redirecting = StubTransport { request in
        request.number == 0 ? .status(.found, fields: [.location: "https://other.example/"]) : .json("1")
    }

    /// A request that continues a trace.
    private var request: Anything<Int> {
        Anything<Int>(headerFields: [traceparent: Self.incoming, tracestate: "foo=1"])
    }

    private func contexts(_ transport: StubTransport) -> [TraceContext?] {
        transport.requests.map { request in
            request.headerFields[traceparent].flatMap { TraceContext(traceparent: $0) }
        }
    }

    @Test func continuesTraceOfContext() throws {
        let parent = TraceContext(traceparent: Self.incoming, tracestate: ["foo=1", "bar=2"])
        let tags = makeClient(transport, middleware: [middleware]).send(Anything<Int>())
        #expect(Recorder(tags.context(\.traceContext, parent)).values == [1])
        let sent = try #require(contexts(transport).first ?? nil)
        #expect(sent.traceID == Self.trace && sent.spanID != "1234567890123456" && sent.isSampled)
        #expect(transport.requests.first?.headerFields[tracestate] == "foo=1,bar=2")
    }

    @Test(arguments: ["qiita.com", "127.0.0.1:8080", "", "ftp://qiita.com", "https://"])
    func invalidURLFailsRequest(url: String) throws {
        let middleware = TraceContextMiddleware(for: "https://qiita.com", url)
        let error = try Recorder(makeClient(transport, middleware: [middleware]).send(Anything<Int>())).failure()
        #expect(error.transportCode == .invalidRequest)
        #expect("\(error)".contains("invalid URL for the trace context: it must have the scheme http or https"))
        #expect(transport.requests.isEmpty)
    }

    @Test func startsTraceWithoutParent() throws {
        let sampled = TraceContextMiddleware(for: "https://qiita.com", isSampled: true)
        for middleware in [middleware, sampled] {
            _ = Recorder(makeClient(transport, middleware: [middleware]).send(Anything<Int>()))
        }
        let sent = contexts(transport).compactMap(\.self)
        try #require(sent.count == 2)
        #expect(sent.map(\.isSampled) == [false, true] && sent.allSatisfy(\.isRandom))
        #expect(sent[0].traceID != sent[1].traceID)
        #expect(transport.requests.allSatisfy { !$0.headerFields.contains(tracestate) })
    }

    @Test func eachAttemptHasSpanOfSameTrace() throws {
        let transport = StubTransport { $0.number < 2 ? .status(.serviceUnavailable) : .json("1") }
        let retry = Retry(.constantBackoff(attempts: 3, delay: .zero), scheduler: ImmediateScheduler.shared)
        #expect(Recorder(makeClient(transport, middleware: [retry, middleware]).send(Anything<Int>())).values == [1])
        let sent = contexts(transport).compactMap(\.self)
        #expect(sent.count == 3 && Set(sent.map(\.traceID)).count == 1 && Set(sent.map(\.spanID)).count == 3)
    }

    @Test func continuesTraceOfRequest() throws {
        let tags = makeClient(transport, middleware: [middleware]).send(request)
        _ = Recorder(tags.context(\.traceContext, TraceContext()))
        #expect(contexts(transport).first??.traceID == Self.trace)
        #expect(transport.requests.first?.headerFields[tracestate] == "foo=1")
    }

    @Test func replacesMalformedAndRepeatedParents() throws {
        let malformed: HTTPFields = [traceparent: "00-\(Self.trace)-0000000000000000-01", tracestate: "foo=1"]
        var repeated: HTTPFields = [traceparent: Self.incoming, tracestate: "foo=1"]
        repeated.append(HTTPField(name: traceparent, value: Self.incoming))
        let orphaned: HTTPFields = [tracestate: "foo=1"]
        for fields in [malformed, repeated, orphaned] {
            let transport = StubTransport { _ in .json("1") }
            _ = Recorder(makeClient(transport, middleware: [middleware]).send(Anything<Int>(headerFields: fields)))
            let sent = try #require(contexts(transport).first ?? nil)
            #expect(sent.traceID != Self.trace)
            #expect(transport.requests.first?.headerFields.contains(tracestate) == false)
        }
    }

    @Test func omitsFieldsForOtherOriginAfterRedirect() throws {
        let redirects = FollowRedirects(crossOriginFields: [traceparent, tracestate])
        let client = makeClient(redirecting, middleware: [redirects, middleware])
        #expect(Recorder(client.send(request)).values == [1])
        for field in [traceparent, tracestate] {
            #expect(redirecting.requests.map { $0.headerFields.contains(field) } == [true, false], "\(field)")
        }
    }

    @Test func sendsTraceToAllowedOriginAfterRedirect() throws {
        let middleware = TraceContextMiddleware(for: "https://qiita.com/api/v2", "https://other.example")
        let client = makeClient(redirecting, middleware: [FollowRedirects(), middleware])
        _ = Recorder(client.send(Anything<Int>()))
        let sent = contexts(redirecting).compactMap(\.self)
        #expect(sent.count == 2 && Set(sent.map(\.traceID)).count == 1)
    }

    @Test func continuesTraceOfRequestAfterRedirect() throws {
        let middleware = TraceContextMiddleware(for: "https://qiita.com", "https://other.example")
        _ = Recorder(makeClient(redirecting, middleware: [FollowRedirects(), middleware]).send(request))
        #expect(contexts(redirecting).map { $0?.traceID } == [Self.trace, Self.trace])
        #expect(redirecting.requests.map { $0.headerFields[tracestate] } == ["foo=1", "foo=1"])
    }

    @Test(arguments: ["http://qiita.com", "https://qiita.com:8443", "https://api.qiita.com"])
    func omitsFieldsForDifferentSchemeHostOrPort(base: String) {
        _ = Recorder(makeClient(transport, middleware: [middleware]).send(Anything<Int>(baseURL: base)))
        #expect(transport.requests.first?.headerFields.contains(traceparent) == false)
    }

    @Test func attemptReportsItsTraceContext() throws {
        final class Spans: HTTPInstrument {
            let log = Log<TraceContext?>()
            func attemptBegan(_ attempt: InstrumentedAttempt) { log.append(attempt.traceContext) }
        }
        let spans = Spans()
        let tags = makeClient(transport, middleware: [middleware]).send(Anything<Int>())
        _ = Recorder(tags.instrumented(by: spans))
        let first = try #require(spans.log.entries.first)
        #expect(first != nil && first == contexts(transport).first)
    }
}
