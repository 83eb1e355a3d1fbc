#if os(Linux)
    import Foundation
    import RillHTTPTesting
    import Testing

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTypes

    @Suite struct CurlLoopPauseTests {
        /// Pauses a transfer when it has received a number of bytes.
        private final class Brake: @unchecked Sendable {  // `lock` guards the variables
            private let lock = NSLock()
            private var transfer: CurlTransfer?
            private var limit: Int

            init(limit: Int) {
                self.limit = limit
            }

            func attach(_ transfer: CurlTransfer) {
                lock.withLock { self.transfer = transfer }
            }

            func release(upTo limit: Int) {
                lock.withLock {
                    self.limit = limit
                    transfer?.resume()
                }
            }

            func update(with notes: CurlRecorder.Notes) {
                lock.withLock {
                    guard notes.byteCount >= limit else { return }
                    transfer?.pause()
                }
            }
        }

        @Test func repeatedPausesLoseNoData() throws {
            let size = 16 << 20
            let server = try LoopbackServer { _ in .pattern(byteCount: size) }
            defer { server.stop() }
            let brake = Brake(limit: 0)
            let loop = CurlLoop.direct()
            let recorder = CurlRecorder { brake.update(with: $0) }
            let request = try CurlRequest(HTTPRequest("GET", server.baseURL + "/"), body: nil)
            let transfer = CurlTransfer(request: request, handler: recorder)
            brake.attach(transfer)
            try loop.start(transfer)
            var step = 0
            while step < size {
                let notes = try #require(recorder.wait { $0.byteCount > step || !$0.results.isEmpty })
                try #require(notes.byteCount > step, "ended after \(step) bytes: \(notes.results)")
                step = notes.byteCount
                brake.release(upTo: step + 32 * 1024)
            }
            brake.release(upTo: .max)
            let notes = recorder.waitForEnd()
            #expect(notes?.results == [.completed])
            #expect(notes?.isPattern == true)
            #expect(notes?.byteCount == size)
        }

        @Test func pausesFromOtherThreadsLoseNoData() throws {
            let size = 32 << 20
            let server = try LoopbackServer { _ in .pattern(byteCount: size) }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            let (transfer, recorder) = try loop.start("GET", server.baseURL + "/")
            let isDone = DispatchSemaphore(value: 0)
            for _ in 0..<2 {
                Thread.detachNewThread {
                    while recorder.current.results.isEmpty {
                        transfer.pause()
                        transfer.resume()
                    }
                    isDone.signal()
                }
            }
            let notes = recorder.waitForEnd(timeout: 60)
            #expect(notes?.results == [.completed])
            #expect(notes?.isPattern == true)
            #expect(notes?.byteCount == size)
            for _ in 0..<2 { #expect(isDone.wait(timeout: .now() + 20) == .success) }
        }

        @Test func pauseBeforeStartDelaysBodyButNotHead() throws {
            let server = try LoopbackServer { _ in .text("hello") }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            let recorder = CurlRecorder()
            let request = try CurlRequest(HTTPRequest("GET", server.baseURL + "/"), body: nil)
            let transfer = CurlTransfer(request: request, handler: recorder)
            transfer.pause()
            try loop.start(transfer)
            #expect(recorder.wait { !$0.heads.isEmpty } != nil)
            #expect(try loop.run("GET", server.baseURL + "/")?.text == "hello")
            #expect(recorder.current.chunkCount == 0)
            #expect(recorder.current.results.isEmpty)
            transfer.resume()
            #expect(recorder.waitForEnd()?.text == "hello")
        }
    }
#endif
