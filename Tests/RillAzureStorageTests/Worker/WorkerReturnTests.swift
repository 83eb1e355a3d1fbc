import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

/// Tests handlers that return their message to the queue.
@Suite struct WorkerReturnTests {
    /// Creates a worker that returns all messages, and that stops at the first one if `stop` is not `nil`.
    private func work(_ queue: StubQueue, stop: PublishSubject<Void>? = nil) -> Observable<WorkerEvent> {
        queue.client().processMessages(in: "jobs", until: stop?.asObservable() ?? .never()) { _ -> Observable<Int> in
            stop?.onNext(())
            throw MessageReturnError(StubQueue.HandlerError())
        }
    }

    @Test func returnedMessagesAreVisibleImmediately() {
        withStubQueue { queue in
            queue.add("a", "b")
            let (events, _) = Events.of(work(queue, stop: PublishSubject()))
            queue.scheduler.advance(by: .seconds(1))
            #expect(events.words == ["returned 1", "returned 2", "completed"])
            #expect(queue.log == ["0 get 8", "0 get 6", "0 renew 1 r1", "0 renew 2 r2"])
            #expect(queue.texts() == ["a", "b"])
            let (again, subscription) = Events.of(queue.work())
            queue.scheduler.advance(by: .seconds(1))
            #expect(again.words == ["handled 1", "handled 2"])
            subscription.dispose()
        }
    }

    @Test func returnedMessageOfTheLastAttemptIsNotDeadLettered() {
        withStubQueue { queue in
            queue.add("a", count: 4)
            let (events, _) = Events.of(work(queue, stop: PublishSubject()))
            queue.scheduler.advance(by: .seconds(1))
            #expect(events.words == ["returned 1", "completed"])
            #expect(queue.texts() == ["a"] && queue.texts(in: "jobs-poison") == nil)
        }
    }

    @Test func failedReturnStillEndsWorker() {
        withStubQueue { queue in
            queue.add("a")
            queue.setResponses("renew 1", QueueFixtures.error("ServerBusy", .serviceUnavailable))
            let (events, _) = Events.of(work(queue, stop: PublishSubject()))
            queue.scheduler.advance(by: .seconds(1))
            #expect(events.words == ["returned 1", "completed"])
            #expect(queue.scheduler.pendingCount == 0)
        }
    }

    @Test func eventContainsMessageAndReason() throws {
        try withStubQueue { queue in
            queue.add("a")
            let (events, subscription) = Events.of(work(queue).take(1))
            defer { subscription.dispose() }
            queue.scheduler.advance(by: .seconds(1))
            let event = try #require(events.values.first)
            #expect(event.message?.id == "1")
            #expect("\(event)" == "returned 1: HandlerError()")
        }
    }
}
