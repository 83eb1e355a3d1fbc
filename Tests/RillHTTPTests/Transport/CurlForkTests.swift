#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import Testing

    /// Swift forbids `fork` by name; programs that embed Swift, and servers that fork their workers, use it all the same.
    @_silgen_name("fork")
    private func forkProcess() -> pid_t

    @Suite struct CurlForkTests {
        /// The thread sanitizer ends a forked process that starts a thread.
        private static let isSanitized = dlsym(nil, "__tsan_init") != nil

        /// In a process of its own, as a forked test process would run on with half of its threads missing.
        @Test(.disabled(if: isSanitized, "the thread sanitizer does not follow a fork"))
        func aForkedProcessIsToldToMakeATransportOfItsOwn() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { _ in .text("hello") }
                let request = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
                let transport = CurlTransport()
                try transport.send(request, body: nil).wait(timeout: .seconds(30))

                let child = forkProcess()
                if child == 0 {
                    // The process ends itself should anything hang.
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
                    exit(steps)  // the ordinary way, with all that happens at exit
                }
                var status: Int32 = 0
                waitpid(child, &status, 0)
                // What the parent had still works.
                try transport.send(request, body: nil).wait(timeout: .seconds(30))
                guard status == 3 << 8 else {
                    FileHandle.standardError.write(Data("the forked process ended with \(status)\n".utf8))
                    exit(1)
                }
                exit(0)
            }
        }
    }
#endif
