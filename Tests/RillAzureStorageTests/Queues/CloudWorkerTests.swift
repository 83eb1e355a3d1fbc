import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillSampleServices
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests the worker with a real connection and the system clock.
@Suite(.timeLimit(.minutes(10)))
struct CloudWorkerTests {
    private static let polling = PollingInterval(minimum: .milliseconds(20), maximum: .milliseconds(200))

    private struct HandlerError: Error {}

    private func send(_ texts: [String], to queue: String, _ queues: QueueClient) async throws {
        _ = try await Observable.from(texts).flatMap(maxConcurrent: 8) { queues.send($0, to: queue) }.collected()
    }

    @Test func handlesAllMessagesWithEightConcurrently() async throws {
        try await StorageFixture.withQueue { fixture, queues in
            let texts = Set((0..<200).map { "message \($0)" })
            try await send(Array(texts), to: fixture.name, queues)
            let barrier = Barrier(count: 8)
            let work = queues.processMessages(in: fixture.name, maxConcurrent: 8, polling: Self.polling) { _ in
                barrier.wait()
            }
            var handled: Set<String> = []
            for try await event in work.values {
                guard case .handled(let message) = event else {
                    Issue.record("\(event)")
                    continue
                }
                handled.insert(message.text)
                if handled.count == texts.count { break }
            }
            #expect(handled == texts)
            #expect(barrier.maximumWaiting == 8)
            #expect(try await queues.peek(at: fixture.name, count: 32).firstValue().isEmpty)
        }
    }

    @Test func twoWorkersShareQueue() async throws {
        try await StorageFixture.withQueue { fixture, queues in
            let texts = Set((0..<60).map { "message \($0)" })
            try await send(Array(texts), to: fixture.name, queues)
            // Handlers complete only after both workers have received a message.
            let barrier = Barrier(count: 2)
            let workers = (0..<2).map { number in
                fixture.queues().processMessages(in: fixture.name, maxConcurrent: 1, polling: Self.polling) { _ in
                    barrier.wait()
                }
                .map { (number, $0) }
            }
            var handled: [String: Int] = [:]
            var busy: Set<Int> = []
            for try await (number, event) in Observable.merge(workers).values {
                guard case .handled(let message) = event else {
                    Issue.record("\(event)")
                    continue
                }
                handled[message.text, default: 0] += 1
                busy.insert(number)
                if handled.count == texts.count { break }
            }
            #expect(Set(handled.keys) == texts && busy.count == 2)
            if fixture.sample != nil { #expect(handled.values.allSatisfy { $0 == 1 }) }
        }
    }

    @Test func deadLettersFailingMessageWithoutBlockingOthers() async throws {
        try await StorageFixture.withQueue { fixture, queues in
            try await send(["poison 日本", "good"], to: fixture.name, queues)
            let work = queues.processMessages(
                in: fixture.name, visibilityTimeout: .seconds(4), maxAttempts: 2, polling: Self.polling
            ) { message in
                message.text == "good" ? Observable<Void>.empty() : .error(HandlerError())
            }
            var failures: [Int] = []
            var isGoodHandled = false
            for try await event in work.values {
                switch event {
                case .handled(let message): isGoodHandled = message.text == "good"
                case .failed(let message, let error):
                    #expect(error is HandlerError)
                    failures.append(message.dequeueCount)
                case .deadLettered(let message, let error):
                    #expect(error is HandlerError && message.dequeueCount == 2)
                    failures.append(message.dequeueCount)
                case .returned, .lost, .unreachable: Issue.record("\(event)")
                }
                if failures.last == 2 { break }
            }
            #expect(failures == [1, 2] && isGoodHandled)
            #expect(try await queues.peek(at: fixture.name).firstValue().isEmpty)
            let dead = try await queues.peek(at: "\(fixture.name)-poison", count: 32).firstValue()
            #expect(dead.map(\.text) == ["poison 日本"] && dead.map(\.expiresAt) == [nil])
        }
    }

    @Test func renewsMessageDuringProcessing() async throws {
        // The sample server's clock advances only with each renewal, so that a slow machine does not lose the message.
        let renewals = Log<Void>()
        var options = SampleAzureStorage.Options()
        options.now = { [start = Date()] in start + 2.5 * Double(renewals.entries.count) }
        try await StorageFixture.withQueue(options: options) { fixture, queues in
            try await send(["long"], to: fixture.name, queues)
            // The handler completes after three renewals. A rival worker tries to receive the message.
            let (isStarted, isDone) = (ReplaySubject<Void>(bufferSize: 1), ReplaySubject<Void>(bufferSize: 1))
            let transport = AlteringTransport { request, _, response in
                guard request.method == .put, renewals.append(()).count == 3 else { return response }
                return response.do(onCompleted: { isDone.onNext(()) })
            }
            let work = fixture.queues(transport: transport).processMessages(
                in: fixture.name, visibilityTimeout: .seconds(4), polling: Self.polling
            ) { _ in
                Observable<Void>.deferred {
                    isStarted.onNext(())
                    return isDone.take(1)
                }
            }
            let rival = queues.processMessages(in: fixture.name, polling: Self.polling) { _ in
                Observable<Void>.error(HandlerError())
            }
            let event = try await Observable.merge([work, isStarted.take(1).flatMap { rival }]).firstValue()
            guard case .handled(let message) = event else {
                Issue.record("\(event)")
                return
            }
            #expect(message.text == "long" && message.dequeueCount == 1)
        }
    }

    @Test func stopFinishesMessagesInProgress() async throws {
        try await StorageFixture.withQueue { fixture, queues in
            try await send(["a", "b"], to: fixture.name, queues)
            let stop = PublishSubject<Void>()
            let work = queues.processMessages(
                in: fixture.name, maxConcurrent: 1, polling: Self.polling, until: stop.asObservable()
            ) { _ in
                Observable<Void>.deferred {
                    stop.onNext(())
                    return .empty()
                }
            }
            let events = try await work.collected()
            guard case .handled(let message) = try #require(events.first) else {
                Issue.record("\(events)")
                return
            }
            #expect(events.count == 1)
            let left = try await queues.peek(at: fixture.name, count: 32).firstValue()
            #expect(Set([message.text] + left.map(\.text)) == ["a", "b"] && left.count == 1)
        }
    }

    @Test func missingQueueFailsWorker() async throws {
        try await StorageFixture.run { fixture in
            let work = fixture.queues().processMessages(in: fixture.name) { _ in Observable<Void>.empty() }
            let error = try await failure(of: work)
            #expect(error.status == .notFound && error.azureStorage?.code == .queueNotFound)
        }
    }
}

/// A barrier that opens permanently when a number of observables wait concurrently.
private final class Barrier: @unchecked Sendable {  // `waiting` and `maximum` are guarded by `lock`
    private let opening = ReplaySubject<Void>(bufferSize: 1)
    private let count: Int
    private let lock = Lock()
    private var waiting = 0
    private var maximum = 0

    init(count: Int) {
        self.count = count
    }

    var maximumWaiting: Int { lock.withLock { maximum } }

    /// Completes when the barrier is open.
    func wait() -> Observable<Void> {
        .deferred { [self] in
            if enter() == count { opening.onNext(()) }
            return opening.take(1).do(onCompleted: { self.exit() })
        }
    }

    private func enter() -> Int {
        lock.withLock {
            waiting += 1
            maximum = max(maximum, waiting)
            return waiting
        }
    }

    private func exit() {
        lock.withLock { waiting -= 1 }
    }
}
