#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import RillTestSupport
    import Testing

    /// Swift marks `fork` as unavailable, but programs that embed Swift, and servers with worker processes, use it.
    @_silgen_name("fork")
    private func forkProcess() -> pid_t

    @Suite struct CurlForkTests {
        /// Runs in a child process, because a forked test process would continue without most of its threads.
        ///
        /// The thread sanitizer ends a forked process that starts a thread.
        @Test(.disabledUnderThreadSanitizer("the thread sanitizer does not support fork"))
        func transportFailsInForkedProcess() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { _ in .text("hello") }
                let request = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
                let transport = CurlTransport()
                try transport.send(request, body: nil).wait(timeout: .seconds(30))

                let child = forkProcess()
                if child == 0 {
                    // Ends the process if a step hangs.
                    alarm(30)
                    var steps: Int32 = 0
                    do {
                        try transport.send(request, body: nil).wait(timeout: .seconds(20))
                    } catch let error as TransportError where error.code == .unavailable {
                        steps += error.text.contains("forked") ? 1 : 0
                    } catch {}
                    do {
                        try CurlTransport().send(request, body: nil).wait(timeout: .seconds(20))
                        steps += 2
                    } catch {}
                    exit(steps)  // run the exit handlers, too
                }
                var status: Int32 = 0
                waitpid(child, &status, 0)
                // The transport of the parent process still works.
                try transport.send(request, body: nil).wait(timeout: .seconds(30))
                guard status == 3 << 8 else {
                    FileHandle.standardError.write(Data("the forked process exited with status \(status)\n".utf8))
                    exit(1)
                }
                exit(0)
            }
        }
    }
#endif
