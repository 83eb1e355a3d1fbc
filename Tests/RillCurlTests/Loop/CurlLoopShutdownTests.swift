#if os(Linux)
    import Foundation
    import RillHTTPTesting
    import RillTesting
    import RillTransportConformance
    import Testing

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTypes

    @Suite struct CurlLoopShutdownTests {
        private static let aborted = TransportError(.cancelled, "the request was canceled")

        @Test func shutDownEndsRunningExchangesOnce() throws {
            let server = try LoopbackServer { request in
                request.path == "/stall" ? .stall : .pattern(byteCount: 1 << 30)
            }
            defer { server.stop() }
            let isStopped = DispatchSemaphore(value: 0)
            let loop = CurlLoop.direct { isStopped.signal() }
            let exchanges = try (0..<20).map { number in
                try loop.start("GET", server.baseURL + (number % 2 == 0 ? "/stall" : "/large"))
            }
            try server.waitForRequests(20)
            exchanges[1].transfer.pause()
            exchanges[2].transfer.cancel()
            loop.shutDown()
            loop.shutDown()
            #expect(isStopped.wait(timeout: .now() + 20) == .success)
            for (number, exchange) in exchanges.enumerated() {
                let notes = exchange.recorder.current
                #expect(notes.results == (number == 2 ? [] : [.failed(Self.aborted)]))
                #expect(notes.violations == 0)
            }
            for number in 1...20 {
                try server.waitForEnd(ofConnection: number)
            }
        }

        @Test func shutDownOfTransportFailsRunningAndLaterRequests() throws {
            let server = try LoopbackServer { _ in .stall }
            defer { server.stop() }
            let transport = CurlTransport()
            let request = HTTPRequest("GET", server.baseURL + "/")
            let recorder = Recorder(transport.send(request, body: nil))
            try server.waitForRequests()
            transport.shutDown()
            #expect(recorder.waitForEnd(timeout: .seconds(20)))
            #expect(recorder.error as? TransportError == Self.aborted)
            #expect(throws: Self.aborted) { try transport.send(request, body: nil).wait(timeout: .seconds(20)) }
        }

        @Test func deinitEndsRunningExchanges() throws {
            let server = try LoopbackServer { _ in .stall }
            defer { server.stop() }
            let isStopped = DispatchSemaphore(value: 0)
            let recorder = CurlRecorder()
            do {
                let loop = CurlLoop.direct { isStopped.signal() }
                _ = try loop.start("GET", server.baseURL + "/", recorder: recorder)
                try server.waitForRequests()
            }
            #expect(isStopped.wait(timeout: .now() + 20) == .success)
            #expect(recorder.current.results == [.failed(Self.aborted)])
        }

        /// The handler has the last reference to the loop, and is released on the loop's thread.
        @Test func loopReleasedOnItsOwnThreadEnds() throws {
            let server = try LoopbackServer { _ in .text("ok") }
            defer { server.stop() }
            let isStopped = DispatchSemaphore(value: 0)
            do {
                let loop = CurlLoop.direct { isStopped.signal() }
                let recorder = CurlRecorder { _ in _ = loop }
                let request = try CurlRequest(HTTPRequest("GET", server.baseURL + "/"), body: nil)
                try loop.start(CurlTransfer(request: request, handler: recorder))
            }
            #expect(isStopped.wait(timeout: .now() + 20) == .success)
        }

        @Test func startAfterShutDownFails() throws {
            let server = try LoopbackServer { _ in .text("ok") }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            #expect(try loop.run("GET", server.baseURL + "/")?.text == "ok")
            loop.shutDown()
            #expect(throws: Self.aborted) { try loop.start("GET", server.baseURL + "/") }
            let unused = CurlLoop.direct()
            unused.shutDown()
            #expect(throws: Self.aborted) { try unused.start("GET", server.baseURL + "/") }
        }

        /// Runs in a process of its own, because concurrent tests also open descriptors and start threads.
        @Test func shutDownReleasesDescriptorsAndThread() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { _ in .text("ok") }
                defer { server.stop() }
                func count(_ folder: String) throws -> Int {
                    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count
                }
                let before = (descriptors: try count("fd"), threads: try count("task"))
                let isStopped = DispatchSemaphore(value: 0)
                for _ in 0..<100 {
                    let loop = CurlLoop.direct { isStopped.signal() }
                    let recorders = try (0..<5).map { _ in try loop.start("GET", server.baseURL + "/").recorder }
                    for recorder in recorders {
                        #expect(recorder.waitForEnd()?.results == [.completed])
                    }
                    loop.shutDown()
                    #expect(isStopped.wait(timeout: .now() + 20) == .success)
                }
                // A leak would amount to at least 300 descriptors and 100 threads.
                #expect(try count("fd") < before.descriptors + 150)
                #expect(try count("task") < before.threads + 60)
            }
        }
    }
#endif
