#if os(Linux)
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import RillURLSession
    import Testing

    /// What a server can do to a process that uses URLSession.
    ///
    /// Each test expects its process to die. When one fails, a toolchain has cured the fault: then it no longer belongs into
    /// the list of `URLSessionTransport`.
    @Suite struct CrashTests {
        @Test func trailersEndTheProcess() async {
            await #expect(processExitsWith: .failure) {
                survive(.steps([.head(.chunked), .bytes("hello"), .finish(trailers: [.age: "1"])]))
            }
        }

        @Test func aConnectionClosedInsideTheHeadEndsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                survive(.steps([.partialHead(byteCount: 20), .close]))
            }
        }

        /// The same way with an answer that is well-formed, so that the two tests above do not pass for another reason.
        @Test func anOrdinaryAnswerDoesNot() async {
            await #expect(processExitsWith: .success) {
                survive(.text("hello"))
            }
        }
    }

    /// Runs an exchange; whatever comes of it, nothing is thrown, so that only a crash is a failure.
    private func survive(_ response: LoopbackServer.Response) {
        guard let server = try? LoopbackServer(handler: { _ in response }) else { return }
        _ = try? URLSessionTransport().send(server.request(), body: nil).wait(timeout: limit)
    }
#endif
