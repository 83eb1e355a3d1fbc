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
    @Suite struct CurlThreadsTests {
        @Test func threadThatReturnsInTimeRemainsTheLeader() {
            let end = DispatchSemaphore(value: 0)
            let leaders = Log<UInt>()
            let threads = CurlThreads { threads in
                leaders.append(currentThread)
                for _ in 0..<1_000 {
                    guard threads.run({}, isWatched: { false }) else { return false }
                }
                end.signal()
                return true
            }
            #expect(threads.start() == 0)
            #expect(end.wait(timeout: .now() + 30) == .success)
            #expect(leaders.entries.count == 1)
        }

        @Test func eachBlockedClosureIsReplacedByAnotherLeader() {
            let end = DispatchSemaphore(value: 0)
            let blocker = DispatchSemaphore(value: 0)
            let leaders = Log<UInt>()
            let threads = CurlThreads { threads in
                leaders.append(currentThread)
                guard leaders.entries.count <= 10 else {
                    end.signal()
                    return true
                }
                return threads.run({ _ = blocker.wait(timeout: .now() + 30) }, isWatched: { true })
            }
            #expect(threads.start() == 0)
            #expect(end.wait(timeout: .now() + 30) == .success)
            #expect(Set(leaders.entries).count == 11)
            for _ in 0..<10 { blocker.signal() }
        }

        @Test func blockedClosureIsReplacedWhenWatchingStartsLater() {
            let end = DispatchSemaphore(value: 0)
            let started = DispatchSemaphore(value: 0)
            let blocker = DispatchSemaphore(value: 0)
            let isFirst = Atomic(true)
            let threads = CurlThreads { threads in
                guard isFirst.exchange(false, ordering: .relaxed) else {
                    end.signal()
                    return true
                }
                return threads.run(
                    {
                        started.signal()
                        _ = blocker.wait(timeout: .now() + 30)
                    }, isWatched: { false })
            }
            #expect(threads.start() == 0)
            #expect(started.wait(timeout: .now() + 30) == .success)
            #expect(threads.isRunningClosure)
            threads.noteCommand(startsExchange: true)
            #expect(end.wait(timeout: .now() + 30) == .success)
            blocker.signal()
        }

        /// A command that is sent before the closure starts is not noted by `noteCommand`, but must be seen by `isWatched`.
        @Test func closureIsWatchedForCommandsThatWereSentBefore() {
            let end = DispatchSemaphore(value: 0)
            let replaced = DispatchSemaphore(value: 0)
            let hasCommand = Atomic(false)
            let isFirst = Atomic(true)
            let threads = CurlThreads { threads in
                guard isFirst.exchange(false, ordering: .relaxed) else {
                    replaced.signal()
                    return true
                }
                // The command arrives at the last moment before the closure starts.
                threads.noteCommand(startsExchange: true)
                hasCommand.store(true, ordering: .sequentiallyConsistent)
                return threads.run(
                    {
                        #expect(replaced.wait(timeout: .now() + 30) == .success)
                        end.signal()
                    },
                    isWatched: {
                        #expect(threads.isRunningClosure)
                        return hasCommand.load(ordering: .sequentiallyConsistent)
                    })
            }
            #expect(threads.start() == 0)
            #expect(end.wait(timeout: .now() + 60) == .success)
        }

        @Test func leaderChangesManyTimes() {
            let end = DispatchSemaphore(value: 0)
            let count = Atomic(0)
            let threads = CurlThreads { threads in
                while count.add(1, ordering: .relaxed).newValue <= 300 {
                    guard threads.run({ usleep(4_000) }, isWatched: { true }) else { return false }
                }
                end.signal()
                return true
            }
            #expect(threads.start() == 0)
            #expect(end.wait(timeout: .now() + 60) == .success)
        }

        /// The deinitializer runs on the loop's thread, which has the last reference to the canceled request.
        @Test func deinitializerThatBlocksDelaysNoOtherExchange() throws {
            let server = try LoopbackServer { request in request.path == "/stall" ? .stall : .text("ok") }
            defer { server.stop() }
            let transport = CurlTransport()
            let subscribed = DispatchSemaphore(value: 0)
            let entered = DispatchSemaphore(value: 0)
            let blocker = DispatchSemaphore(value: 0)
            do {
                let object = BlockingObject(entered, blocker)
                let source = Observable<[UInt8]>.deferred {
                    _ = withExtendedLifetime(object) { subscribed.signal() }
                    return .never()
                }
                let upload = HTTPBody.stream(source)
                let url = server.baseURL
                let subscription = transport.send(HTTPRequest("POST", url + "/stall"), body: upload).subscribe()
                #expect(subscribed.wait(timeout: .now() + 30) == .success)
                subscription.dispose()
            }
            #expect(entered.wait(timeout: .now() + 30) == .success)
            let other = Recorder(transport.send(HTTPRequest("GET", server.baseURL + "/"), body: nil))
            #expect(other.waitForEnd(timeout: .seconds(20)))
            blocker.signal()
        }

        @Test func progressThatIsNotDeliveredIsReplaced() throws {
            let server = try LoopbackServer { request in .text("\(request.body.count)") }
            defer { server.stop() }
            let transport = CurlTransport()
            let started = DispatchSemaphore(value: 0)
            let blocker = DispatchSemaphore(value: 0)
            let reports = Log<Int>()
            let size = 4 << 20
            let body = HTTPBody([UInt8](repeating: 1, count: size)).onProgress { progress in
                reports.append(progress.completed)
                if reports.entries.count == 1 {
                    started.signal()
                    _ = blocker.wait(timeout: .now() + 30)
                }
            }
            let recorder = Recorder(transport.send(HTTPRequest("POST", server.baseURL + "/"), body: body))
            #expect(started.wait(timeout: .now() + 30) == .success)
            try server.waitForRequests(1)
            blocker.signal()
            #expect(recorder.waitForEnd(timeout: .seconds(20)))
            #expect(reports.entries.count == 2)
            #expect(reports.entries.last == size)
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

    /// An object whose deinitializer blocks.
    private final class BlockingObject: Sendable {
        private let entered: DispatchSemaphore
        private let blocker: DispatchSemaphore

        init(_ entered: DispatchSemaphore, _ blocker: DispatchSemaphore) {
            self.entered = entered
            self.blocker = blocker
        }

        deinit {
            entered.signal()
            _ = blocker.wait(timeout: .now() + 30)
        }
    }

    private final class SharedCount: Sendable {
        private let count = Atomic(0)

        func enter() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }

        func leave() { count.subtract(1, ordering: .sequentiallyConsistent) }
    }

    extension TransportEvent {
        fileprivate var chunk: [UInt8]? { if case .chunk(let bytes) = self { bytes } else { nil } }
    }
#endif
