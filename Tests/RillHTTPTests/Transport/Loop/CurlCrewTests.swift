#if os(Linux)
    import Dispatch
    import Foundation
    import RillHTTPTesting
    import RillTestSupport
    import RillTesting
    import Synchronization
    import Testing

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTypes

    /// Tests that another thread continues with a loop whose closure takes long.
    @Suite struct CurlCrewTests {
        @Test func threadThatReturnsInTimeRemainsTheLeader() {
            let end = DispatchSemaphore(value: 0)
            let leaders = Log<UInt>()
            let crew = CurlCrew { crew in
                leaders.append(currentThread)
                for _ in 0..<1_000 {
                    guard crew.run(isWatched: false, {}) else { return false }
                }
                end.signal()
                return true
            }
            #expect(crew.start() == 0)
            #expect(end.wait(timeout: .now() + 30) == .success)
            #expect(leaders.entries.count == 1)
        }

        @Test func eachBlockedClosureIsReplacedByAnotherLeader() {
            let end = DispatchSemaphore(value: 0)
            let blocker = DispatchSemaphore(value: 0)
            let leaders = Log<UInt>()
            let crew = CurlCrew { crew in
                leaders.append(currentThread)
                guard leaders.entries.count <= 10 else {
                    end.signal()
                    return true
                }
                return crew.run(isWatched: true) { _ = blocker.wait(timeout: .now() + 30) }
            }
            #expect(crew.start() == 0)
            #expect(end.wait(timeout: .now() + 30) == .success)
            #expect(Set(leaders.entries).count == 11)
            for _ in 0..<10 { blocker.signal() }
        }

        @Test func blockedClosureIsReplacedWhenWatchingStartsLater() {
            let end = DispatchSemaphore(value: 0)
            let started = DispatchSemaphore(value: 0)
            let blocker = DispatchSemaphore(value: 0)
            let isFirst = Atomic(true)
            let crew = CurlCrew { crew in
                guard isFirst.exchange(false, ordering: .relaxed) else {
                    end.signal()
                    return true
                }
                return crew.run(isWatched: false) {
                    started.signal()
                    _ = blocker.wait(timeout: .now() + 30)
                }
            }
            #expect(crew.start() == 0)
            #expect(started.wait(timeout: .now() + 30) == .success)
            #expect(crew.isRunningClosure)
            crew.wakeWatcher()
            #expect(end.wait(timeout: .now() + 30) == .success)
            blocker.signal()
        }

        @Test func transportIsShutDownWhileASubscriberBlocks() throws {
            let server = try LoopbackServer { request in request.path == "/stall" ? .stall : .text("ok") }
            defer { server.stop() }
            let transport = CurlTransport()
            let blocker = DispatchSemaphore(value: 0)
            let entered = DispatchSemaphore(value: 0)
            let stalled = Recorder(transport.send(HTTPRequest("GET", server.baseURL + "/stall"), body: nil))
            let blocked = Recorder(
                transport.send(HTTPRequest("GET", server.baseURL + "/"), body: nil).do(onNext: { event in
                    guard case .head = event else { return }
                    entered.signal()
                    _ = blocker.wait(timeout: .now() + 30)
                }))
            #expect(entered.wait(timeout: .now() + 30) == .success)
            transport.shutDown()
            #expect(stalled.waitForEnd(timeout: .seconds(20)))
            blocker.signal()
            #expect(blocked.waitForEnd(timeout: .seconds(20)))
        }

        @Test func processExitsWhileSubscribersBlock() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { request in .text(request.target) }
                let transport = CurlTransport()
                let entered = DispatchSemaphore(value: 0)
                let recorders = (0..<4).map { number in
                    Recorder(
                        transport.send(HTTPRequest("GET", server.baseURL + "/\(number)"), body: nil).do(onNext: { _ in
                            entered.signal()
                            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 30)
                        }))
                }
                for _ in recorders { entered.wait() }
                exit(0)
            }
        }

        /// The delivery of one exchange changes between threads, but only one thread delivers at a time.
        @Test func deliveriesOfOneExchangeNeverOverlap() throws {
            let server = try LoopbackServer { _ in .pattern(byteCount: 400_000) }
            defer { server.stop() }
            let transport = CurlTransport()
            let overlaps = Atomic(0)
            let recorders = (0..<16).map { number in
                let running = SharedCount()
                return Recorder(
                    transport.send(HTTPRequest("GET", server.baseURL + "/"), body: nil).do(onNext: { _ in
                        if running.enter() > 1 { overlaps.add(1, ordering: .relaxed) }
                        // Longer than the interval of the watcher.
                        if number % 2 == 0 { usleep(3_000) }
                        running.leave()
                    }))
            }
            for recorder in recorders {
                #expect(recorder.waitForEnd(timeout: .seconds(60)))
                #expect(recorder.isCompleted)
                #expect(recorder.values.reduce(0) { $0 + ($1.chunk?.count ?? 0) } == 400_000)
            }
            #expect(overlaps.load(ordering: .relaxed) == 0)
        }
    }

    private var currentThread: UInt { UInt(pthread_self()) }

    private final class SharedCount: Sendable {
        private let count = Atomic(0)

        func enter() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }

        func leave() { count.subtract(1, ordering: .sequentiallyConsistent) }
    }

    extension TransportEvent {
        fileprivate var chunk: [UInt8]? { if case .chunk(let bytes) = self { bytes } else { nil } }
    }
#endif
