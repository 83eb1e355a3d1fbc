#if os(Linux) && compiler(>=6.3)
    import CRillCurl
    import Dispatch
    import Foundation
    import RillHTTP
    import RillHTTPTesting
    import RillTestSupport
    import RillTesting
    import Testing

    @testable import RillCurl

    /// Tests with limits and signals of a process of their own.
    @Suite struct CurlProcessTests {
        @Test func closureThatWritesToAClosedPipeEndsTheProcess() async {
            await #expect(processExitsWith: .signal(SIGPIPE)) {
                signal(SIGPIPE, SIG_DFL)
                let server = try LoopbackServer { _ in .text("a") }
                let pipe = Pipe()
                try pipe.fileHandleForReading.close()
                let descriptor = pipe.fileHandleForWriting.fileDescriptor
                let request = HTTPRequest(method: .get, url: server.baseURL + "/")
                let subscription = CurlTransport().send(request, body: nil).subscribe(onNext: { _ in
                    write(descriptor, "a", 1)
                })
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 30)
                withExtendedLifetime((pipe, subscription)) {}
            }
        }

        @Test func blockedSignalRemainsBlockedInClosures() async {
            await #expect(processExitsWith: .success) {
                signal(SIGPIPE, SIG_DFL)
                ccurl_block_sigpipe()
                let server = try LoopbackServer { _ in .text("a") }
                let pipe = Pipe()
                try pipe.fileHandleForReading.close()
                let descriptor = pipe.fileHandleForWriting.fileDescriptor
                let request = HTTPRequest(method: .get, url: server.baseURL + "/")
                let response = CurlTransport().send(request, body: nil).map { _ in
                    write(descriptor, "a", 1) == -1 ? errno : 0
                }
                let errors = Recorder(response)
                #expect(errors.waitForEnd(timeout: .seconds(30)))
                #expect(Set(errors.values) == [EPIPE])
                withExtendedLifetime(pipe) {}
            }
        }

        @Test func connectionsAreLimitedByTheLimitOfOpenFiles() async {
            await #expect(processExitsWith: .success) {
                var limit = rlimit(rlim_cur: 100, rlim_max: 100)
                #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
                #expect(CurlLoop.idleConnections == 12)
            }
        }

        /// With one free descriptor, the loop opens its first file but not its second.
        @Test(arguments: [0, 1] as [rlim_t]) func transportStartsWhenFilesCanBeOpenedAgain(free: rlim_t) async {
            await #expect(processExitsWith: .success) { [free = free as rlim_t] in
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                #expect(ccurl_open() == nil)
                DispatchQueue.openTimerFiles()
                let lowest = dup(0)
                close(lowest)
                var few = rlimit(rlim_cur: rlim_t(lowest) + free, rlim_max: limit.rlim_max)
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &few)
                let transport = CurlTransport()
                let request = HTTPRequest(method: .get, url: "http://127.0.0.1:1/")
                let failure = Recorder(transport.send(request, body: nil)).error as? TransportError
                #expect(failure?.code == .couldNotConnect)
                #expect(failure?.text.hasPrefix("too many open files") == true)
                #expect(ccurl_can_open_file() == (free == 0 ? 0 : 1))
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                #expect(ccurl_can_open_file() == 1)
                let second = Recorder(transport.send(request, body: nil))
                #expect(second.waitForEnd(timeout: .seconds(30)))
                #expect((second.error as? TransportError)?.reason == .refused)
            }
        }
    }
#endif
