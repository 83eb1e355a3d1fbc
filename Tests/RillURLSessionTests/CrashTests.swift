#if os(Linux)
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import RillURLSession
    import Testing

    /// Defects of URLSession that allow a server to crash the process.
    ///
    /// Each test expects its child process to crash. If a test fails, the toolchain has fixed the defect, which must
    /// then be removed from the documentation of `URLSessionTransport`.
    @Suite struct CrashTests {
        @Test func trailersCrashProcess() async {
            await #expect(processExitsWith: .failure) {
                runExchange(.steps([.head(.chunked), .bytes("hello"), .finish(trailers: [.age: "1"])]))
            }
        }

        @Test func connectionClosedWithinHeadCrashesProcess() async {
            await #expect(processExitsWith: .failure) {
                runExchange(.steps([.partialHead(byteCount: 20), .close]))
            }
        }

        @Test func largestContentLengthCrashesProcess() async {
            await #expect(processExitsWith: .failure) {
                runExchange(.steps([.raw("HTTP/1.1 200 OK\r\nContent-Length: \(Int.max)\r\n\r\nhello"), .close]))
            }
        }

        /// A control test: the process does not crash for a valid response.
        @Test func validResponseDoesNotCrashProcess() async {
            await #expect(processExitsWith: .success) {
                runExchange(.text("hello"))
            }
        }
    }

    /// Runs an exchange and ignores its result, so that only a crash makes the process fail.
    private func runExchange(_ response: LoopbackServer.Response) {
        guard let server = try? LoopbackServer(handler: { _ in response }) else { return }
        _ = try? URLSessionTransport().send(server.request(), body: nil).wait(timeout: limit)
    }
#endif
