import AzureStorage
import Foundation
import Rill
import RillHTTP
import ServiceTestSupport
import Testing

/// The worker stream, over a real connection and by the time of day.
@Suite(.timeLimit(.minutes(5)))
struct CloudWorkerTests {
    private static let polling = PollingInterval(minimum: .milliseconds(20), maximum: .milliseconds(200))

    private struct HandlerError: Error {}

    private func send(_ texts: [String], to queue: String, _ queues: QueueClient) async throws {
        _ = try await Observable.from(texts).flatMap(maxConcurrent: 8) { queues.send($0, to: queue) }.collected()
    }

    @Test func allMessagesAreHandledEightAtATime() async throws {
        try await Place.withQueue { place, queues in
            let texts = Set((0..<200).map { "message \($0)" })
            try await send(Array(texts), to: place.name, queues)
            let room = Room(opensFor: 8)
            let work = queues.messages(in: place.name, maxConcurrent: 8, polling: Self.polling) { _ in room.visit() }
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
            #expect(room.mostVisitors == 8)
            #expect(try await queues.peek(at: place.name, count: 32).firstValue().isEmpty)
        }
    }

    @Test func severalWorkOnOneQueue() async throws {
        try await Place.withQueue { place, queues in
            let texts = Set((0..<60).map { "message \($0)" })
            try await send(Array(texts), to: place.name, queues)
            // None goes on before both have something.
            let room = Room(opensFor: 2)
            let workers = (0..<2).map { number in
                place.queues().messages(in: place.name, maxConcurrent: 1, polling: Self.polling) { _ in room.visit() }
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
            if place.sample != nil { #expect(handled.values.allSatisfy { $0 == 1 }) }
        }
    }

    @Test func aPoisonousMessageEndsInTheDeadLetterQueueAndHoldsUpNobody() async throws {
        try await Place.withQueue { place, queues in
            try await send(["poison 日本", "good"], to: place.name, queues)
            let work = queues.messages(
                in: place.name, visibilityTimeout: .seconds(1), maxAttempts: 2, polling: Self.polling
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
            #expect(try await queues.peek(at: place.name).firstValue().isEmpty)
            let dead = try await queues.peek(at: "\(place.name)-poison", count: 32).firstValue()
            #expect(dead.map(\.text) == ["poison 日本"] && dead.map(\.expiresAt) == [nil])
        }
    }

    @Test func aMessageIsKeptForAsLongAsTheWorkTakes() async throws {
        try await Place.withQueue { place, queues in
            try await send(["long"], to: place.name, queues)
            // The work is done when the message has been renewed for longer than its timeout; a rival waits for it.
            let (isBegun, isDone) = (ReplaySubject<Void>(bufferSize: 1), ReplaySubject<Void>(bufferSize: 1))
            let renewals = AlteringTransport.Log()
            let transport = AlteringTransport { request, _, answer in
                guard request.method == .put, renewals.note("renewal") == 2 else { return answer }
                return answer.do(onCompleted: { isDone.onNext(()) })
            }
            let work = place.queues(transport: transport).messages(
                in: place.name, visibilityTimeout: .seconds(1), polling: Self.polling
            ) { _ in
                Observable<Void>.deferred {
                    isBegun.onNext(())
                    return isDone.take(1)
                }
            }
            let rival = queues.messages(in: place.name, visibilityTimeout: .seconds(1), polling: Self.polling) { _ in
                Observable<Void>.error(HandlerError())
            }
            let event = try await Observable.merge([work, isBegun.take(1).flatMap { rival }]).firstValue()
            guard case .handled(let message) = event else {
                Issue.record("\(event)")
                return
            }
            #expect(message.text == "long" && message.dequeueCount == 1)
        }
    }

    @Test func aWorkerThatIsToldToStopFinishesWhatItHas() async throws {
        try await Place.withQueue { place, queues in
            try await send(["a", "b"], to: place.name, queues)
            let stop = PublishSubject<Void>()
            let work = queues.messages(
                in: place.name, maxConcurrent: 1, polling: Self.polling, until: stop.asObservable()
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
            let left = try await queues.peek(at: place.name, count: 32).firstValue()
            #expect(Set([message.text] + left.map(\.text)) == ["a", "b"] && left.count == 1)
        }
    }

    @Test func aQueueThatIsNotThereIsAnError() async throws {
        try await Place.run { place in
            let work = place.queues().messages(in: place.name) { _ in Observable<Void>.empty() }
            let error = try await failure(of: work)
            #expect(error.status == .notFound && error.azureStorage?.code == .queueNotFound)
        }
    }
}

/// A room that lets nobody out before it has had so many visitors at once.
private final class Room: @unchecked Sendable {  // `visitors` and `most` are guarded by `lock`
    private let door = ReplaySubject<Void>(bufferSize: 1)
    private let size: Int
    private let lock = Lock()
    private var visitors = 0
    private var most = 0

    init(opensFor size: Int) {
        self.size = size
    }

    var mostVisitors: Int { lock.withLock { most } }

    /// Completes when the visitor may go.
    func visit() -> Observable<Void> {
        .deferred { [self] in
            if enter() == size { door.onNext(()) }
            return door.take(1).do(onCompleted: { self.leave() })
        }
    }

    private func enter() -> Int {
        lock.withLock {
            visitors += 1
            most = max(most, visitors)
            return visitors
        }
    }

    private func leave() {
        lock.withLock { visitors -= 1 }
    }
}
