#if os(Linux)
    import Rill
    import RillHTTP
    import RillHTTPTestSupport
    import RillHTTPTesting
    import Testing

    @Suite struct CurlUploadTests {
        @Test func streamIgnoringBackPressureFails() throws {
            let gate = LoopbackServer.Gate()
            var options = LoopbackServer.Options()
            options.earlyResponse = { _ in .steps([.wait(for: gate), .stall]) }
            let server = try LoopbackServer(options: options) { _ in .text("") }
            defer { server.stop() }
            let flood = Observable<[UInt8]>.create { observer in
                for _ in 0..<400 { observer.onNext([UInt8](repeating: 0, count: 1 << 20)) }
                observer.onCompleted()
                return .none
            }
            let request = HTTPRequest(method: .post, scheme: "http", authority: server.authority, path: "/")
            let exchange = CurlTransport(options: .withoutTimeouts).send(request, body: .stream(flood))
            let error = #expect(throws: TransportError.self) { try exchange.wait(timeout: .seconds(30)) }
            #expect(error?.code == .sendFailed)
            #expect(error?.text.contains("ignores back-pressure") == true, "\(error?.text ?? "")")
        }
    }
#endif
