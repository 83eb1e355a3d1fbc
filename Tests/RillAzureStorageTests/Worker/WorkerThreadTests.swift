import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@testable import RillAzureStorage

/// Tests workers with synchronous handlers, and with concurrent dispatch queues.
@Suite struct WorkerThreadTests {
    /// A scheduler that runs immediate work synchronously and ignores delayed work.
    private struct SynchronousScheduler: Scheduler {
        var now: Duration { .zero }

        func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
            work()
            return .none
        }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable { .none }
    }

    /// A scheduler that runs immediate work concurrently, and on which no time passes.
    private struct TimelessScheduler: Scheduler {
        private let base = ConcurrentDispatchQueueScheduler()

        var now: Duration { .zero }

        func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { base.schedule(work) }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
            delay > .zero ? .none : base.schedule(work)
        }
    }

    /// A queue with an endless number of messages 1, 2, 3, and so on, whose receipts are derived from their IDs.
    private final class Endless: @unchecked Sendable {  // `delivered` and `deleted` are guarded by `lock`
        private let lock = Lock()
        private var delivered = 0
        private var deleted: [String] = []

        var deletions: [String] { lock.withLock { deleted } }

        func response(to request: StubTransport.Request) -> StubTransport.Response {
            lock.withLock {
                guard request.method == .get else {
                    let id = request.path.split(separator: "/").last.map(String.init) ?? ""
                    guard request.queryItem("popreceipt") == "r" + id else {
                        return QueueFixtures.error("PopReceiptMismatch", .badRequest)
                    }
                    guard request.method == .delete else { return .status(.notImplemented) }
                    deleted.append(id)
                    return .status(.noContent)
                }
                let count = Int(request.queryItem("numofmessages") ?? "") ?? 0
                let messages = (0..<count).map { _ in
                    delivered += 1
                    return QueueFixtures.message("\(delivered)")
                }
                return QueueFixtures.xml("<QueueMessagesList>\(messages.joined())</QueueMessagesList>")
            }
        }
    }

    /// Creates a client without a key, because signing takes most of the time in debug builds.
    private static func client(_ queue: Endless, _ scheduler: any Scheduler) -> QueueClient {
        QueueClient(
            StorageAccount(name: "acct", credential: .anonymous), codec: .plain,
            transport: StubTransport { queue.response(to: $0) }.asService, scheduler: scheduler)
    }

    @Test(.disabledUnderThreadSanitizer("single-threaded")) func handlesTenThousandMessagesSynchronously() {
        let queue = Endless()
        let work = Self.client(queue, SynchronousScheduler())
            .processMessages(in: "jobs", maxConcurrent: 1) { _ in Observable<Int>.empty() }
        let recorder = Recorder(work.take(10_000).reduce(0) { count, _ in count + 1 })
        #expect(recorder.values == [10_000] && recorder.isCompleted)
        #expect(queue.deletions == (1...10_000).map { "\($0)" })
    }

    @Test func takeStopsSynchronousWorker() {
        let queue = Endless()
        let work = Self.client(queue, SynchronousScheduler())
            .processMessages(in: "jobs", maxConcurrent: 4) { _ in Observable.just(1) }
        let recorder = Recorder(work.take(3))
        #expect(recorder.words == ["handled 1", "handled 2", "handled 3", "completed"])
        #expect(queue.deletions.count < 10)
    }

    @Test(arguments: 1...5)
    func reportsEachMessageOnceOnManyThreads(round: Int) async throws {
        let queue = Endless()
        let client = Self.client(queue, TimelessScheduler())
        let work = client.processMessages(in: "jobs", maxConcurrent: 8) { message in
            Observable.task {
                await Task.yield()
                return message.id
            }
        }
        let ids = try await work.take(300).map { event in
            guard case .handled(let message) = event else { throw StubQueue.HandlerError() }
            return message.id
        }.toArray().firstValue()
        #expect(Set(ids).count == 300)
        #expect(Set(ids).isSubset(of: queue.deletions))
    }

    @Test(arguments: 1...20)
    func stopFromAnotherThreadFinishesMessages(round: Int) async throws {
        let queue = Endless()
        let stop = PublishSubject<Void>()
        let work = Self.client(queue, TimelessScheduler()).processMessages(
            in: "jobs", maxConcurrent: 4, until: stop.asObservable()
        ) { _ in Observable.task { await Task.yield() } }
        let counted = work.do(onNext: { event in
            if event.message?.id == "\(round)" { Task { stop.onNext(()) } }
        })
        let events = try await counted.toArray().firstValue()
        #expect(events.count == queue.deletions.count && Set(queue.deletions) == Set(events.compactMap(\.message?.id)))
    }

    @Test(arguments: 1...20)
    func disposalFromAnotherThreadCleansUp(round: Int) async throws {
        let ledger = Ledger()
        let queue = Endless()
        let reached = AsyncSubject<Void>()
        let subscription = ledger.watch {
            Self.client(queue, TimelessScheduler()).processMessages(in: "jobs", maxConcurrent: 4) {
                message in
                Observable.task {
                    guard message.id == "\(round * 2)" else { return }
                    reached.onNext(())
                    reached.onCompleted()
                }
            }.subscribe()
        }
        try await reached.asObservable().firstValue()
        subscription.dispose()
        #expect(subscription.isDisposed && ledger.undeliveredErrors.isEmpty)
    }
}
