#if os(Linux)
    import Foundation
    import RillHTTPTesting
    import Testing

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTypes

    @Suite struct CurlLoopCancelTests {
        @Test func cancelClosesConnectionAndIgnoresResume() throws {
            let server = try LoopbackServer { _ in .pattern(byteCount: 1 << 30) }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            let (transfer, recorder) = try loop.start("GET", server.baseURL + "/")
            #expect(recorder.wait { $0.byteCount > 100_000 } != nil)
            transfer.pause()
            transfer.cancel()
            transfer.resume()
            let after = recorder.current
            try server.waitForEnd()
            // A chunk that was already being delivered may still arrive.
            #expect(recorder.current.chunkCount <= after.chunkCount + 1)
            #expect(recorder.current.results.isEmpty)
        }

        @Test func cancelReleasesHandler() throws {
            let server = try LoopbackServer { _ in .stall }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            let request = try CurlRequest(HTTPRequest("GET", server.baseURL + "/"), body: nil)
            weak var handler: CurlRecorder?
            let transfer: CurlTransfer
            do {
                let recorder = CurlRecorder()
                handler = recorder
                transfer = CurlTransfer(request: request, handler: recorder)
            }
            try loop.start(transfer)
            try server.waitForRequests()
            #expect(handler != nil)
            transfer.cancel()
            #expect(handler == nil)
        }

        @Test func cancelBeforeStartSendsNothing() throws {
            let server = try LoopbackServer { _ in .text("ok") }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            let recorder = CurlRecorder()
            let request = try CurlRequest(HTTPRequest("GET", server.baseURL + "/never"), body: nil)
            let transfer = CurlTransfer(request: request, handler: recorder)
            transfer.cancel()
            try loop.start(transfer)
            #expect(try loop.run("GET", server.baseURL + "/other")?.text == "ok")
            #expect(server.requests.map(\.path) == ["/other"])
            #expect(recorder.current.results.isEmpty)
        }

        @Test func cancelAfterEndDoesNothing() throws {
            let server = try LoopbackServer { _ in .text("ok") }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            let (transfer, recorder) = try loop.start("GET", server.baseURL + "/")
            #expect(recorder.waitForEnd()?.results == [.completed])
            transfer.cancel()
            transfer.pause()
            transfer.resume()
            #expect(try loop.run("GET", server.baseURL + "/")?.text == "ok")
            #expect(recorder.current.results == [.completed])
            #expect(server.connections.count == 1)
        }

        /// Cancels on another thread while the response arrives.
        @Test func racingCancelReportsAtMostOneEnd() throws {
            let server = try LoopbackServer { _ in .text("ok") }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            var recorders: [CurlRecorder] = []
            let group = DispatchGroup()
            let queue = DispatchQueue(label: "cancel", attributes: .concurrent)
            for number in 0..<2_000 {
                let (transfer, recorder) = try loop.start("GET", server.baseURL + "/")
                recorders.append(recorder)
                queue.async(group: group) {
                    for _ in 0..<(number % 50) where recorder.current.heads.isEmpty {}
                    transfer.cancel()
                }
                if number % 50 == 49 {
                    _ = group.wait(timeout: .now() + 20)
                }
            }
            #expect(group.wait(timeout: .now() + 20) == .success)
            #expect(try loop.run("GET", server.baseURL + "/")?.text == "ok")
            for recorder in recorders {
                let notes = recorder.current
                #expect(notes.violations == 0)
                #expect(notes.results.isEmpty || notes.results == [.completed])
            }
        }
    }
#endif
