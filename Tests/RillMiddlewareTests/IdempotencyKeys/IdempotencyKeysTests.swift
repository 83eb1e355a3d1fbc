import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

@Suite struct IdempotencyKeysTests {
    private let scheduler = TestScheduler()
    private let name = HTTPField.Name(literal: "Idempotency-Key")

    private func retry() -> Retry { Retry(.constantBackoff(attempts: 3, delay: .seconds(1)), scheduler: scheduler) }

    /// Returns a transport that fails each request twice.
    private func transport() -> StubTransport {
        StubTransport(scheduler: scheduler) { $0.number % 3 == 2 ? .json("7") : .status(.serviceUnavailable) }
    }

    @Test(arguments: [HTTPRequest.Method.post, .patch])
    func retriesWithSameKey(method: HTTPRequest.Method) throws {
        let transport = transport()
        let client = makeClient(transport, middleware: [IdempotencyKeys(), retry()])
        let request = Anything<Int>(method: method, body: HTTPBody("x"))
        let recorders = [Recorder(client.send(request))]
        try scheduler.run()
        #expect(recorders[0].values == [7])
        let keys = transport.requests.map { $0.headerFields[name] }
        #expect(keys.count == 3)
        #expect(Set(keys).count == 1)
        #expect(transport.requests.map(\.bodyText) == ["x", "x", "x"])
        // A UUID as a string of a structured field.
        let key = try #require(keys[0])
        #expect(key.first == "\"" && key.last == "\"")
        #expect(UUID(uuidString: String(key.dropFirst().dropLast())) != nil)
    }

    @Test func generatesKeyForEachSubscription() throws {
        let transport = StubTransport(scheduler: scheduler) { _ in .json("7") }
        let client = makeClient(transport, middleware: [IdempotencyKeys()])
        let response = client.send(Anything<Int>(method: .post))
        for _ in 0..<10 { _ = Recorder(response) }
        try scheduler.run()
        #expect(Set(transport.requests.map { $0.headerFields[name] }).count == 10)
    }

    @Test func leavesOtherRequestsUnchanged() throws {
        let transport = StubTransport(scheduler: scheduler) { _ in .json("7") }
        let client = makeClient(transport, middleware: [IdempotencyKeys { "generated" }])
        for method in [HTTPRequest.Method.get, .head, .put, .delete, .options] {
            _ = Recorder(client.send(Anything<Int>(method: method)))
        }
        _ = Recorder(client.send(Anything<Int>(method: .post, headerFields: [name: "own"])))
        _ = Recorder(client.send(Anything<Int>(method: .post)))
        try scheduler.run()
        #expect(transport.requests.map { $0.headerFields[name] } == [nil, nil, nil, nil, nil, "own", "generated"])
    }

    @Test func addsKeysToCustomMethods() throws {
        let transport = StubTransport(scheduler: scheduler) { _ in .json("7") }
        let client = makeClient(transport, middleware: [IdempotencyKeys(methods: [.delete]) { "k" }])
        for method in [HTTPRequest.Method.post, .delete] { _ = Recorder(client.send(Anything<Int>(method: method))) }
        try scheduler.run()
        #expect(transport.requests.map { $0.headerFields[name] } == [nil, "k"])
    }

    @Test func requestDeclaredAsNotIdempotentIsRetriedWithKey() throws {
        struct Append: Request {
            typealias Response = Int
            var method: HTTPRequest.Method { .put }
            var path: URLPath { "/log" }
            var options: RequestOptions { RequestOptions(isIdempotent: false) }
        }
        let transport = transport()
        let client = makeClient(transport, middleware: [IdempotencyKeys(methods: [.put]), retry()])
        let recorder = Recorder(client.send(Append()))
        try scheduler.run()
        #expect(recorder.values == [7])
        #expect(transport.requests.count == 3)
    }

    @Test(arguments: [false, true])
    func requestWithoutKeyAfterRedirectIsSentOnce(keepsKey: Bool) throws {
        let transport = StubTransport(scheduler: scheduler) { request in
            switch request.number {
            case 0: .status(.temporaryRedirect, fields: [.location: "https://other.example/"])
            case 1: .status(.serviceUnavailable)
            default: .json("7")
            }
        }
        let redirects = FollowRedirects(crossOriginFields: keepsKey ? [name] : [], sendsBodyToOtherOrigins: true)
        let client = makeClient(transport, middleware: [IdempotencyKeys(), redirects, retry()])
        let recorder = Recorder(client.send(Anything<Int>(method: .post, body: HTTPBody("x"))))
        try scheduler.run()
        #expect(recorder.values == (keepsKey ? [7] : []))
        #expect(transport.requests.map(\.message.isIdempotent) == (keepsKey ? [true, true, true] : [true, false]))
        #expect(
            transport.requests.map { $0.headerFields.contains(name) }
                == (keepsKey ? [true, true, true] : [true, false]))
    }

    @Test func invalidKeyFailsBeforeSending() throws {
        let transport = transport()
        let client = makeClient(transport, middleware: [IdempotencyKeys { "a\nb" }])
        let recorder = Recorder(client.send(Anything<Int>(method: .post)))
        try scheduler.run()
        #expect((recorder.error as? APIError)?.stage == .request)
        #expect(transport.requests.isEmpty)
    }

    @Test func serverProcessesRetriedRequestOnce() throws {
        let processed = Log<String>()
        let server = try LoopbackServer { [name] request in
            let key = request.fields[name] ?? "none"
            if processed.entries.contains(key) { return .json("\(processed.entries.count)") }
            processed.append(key)
            return .status(.badGateway)
        }
        defer { server.stop() }
        let client = Client(
            baseURL: server.baseURL,
            middleware: [IdempotencyKeys(), Retry(.constantBackoff(attempts: 3, delay: .zero))])
        let response = client.send(Anything<Int>(method: .post, body: HTTPBody("x")))
        #expect(try response.wait(timeout: .seconds(60)) == 1)
        #expect(server.requests.count == 2)
        #expect(processed.entries.count == 1)
    }
}
