import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
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
            let (recorder, _) = work(queue, stop: PublishSubject()).record()
            queue.scheduler.advance(by: .seconds(1))
            #expect(recorder.words == ["returned 1", "returned 2", "completed"])
            #expect(queue.log == ["0 get 8", "0 get 6", "0 renew 1 r1", "0 renew 2 r2"])
            #expect(queue.texts() == ["a", "b"])
            let (again, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(1))
            #expect(again.words == ["handled 1", "handled 2"])
            subscription.dispose()
        }
    }

    @Test func messageReturnedInItsLastAttemptIsDeadLetteredWhenReceivedAgain() {
        withStubQueue { queue in
            queue.add("a", count: 4)
            let (recorder, _) = work(queue, stop: PublishSubject()).record()
            queue.scheduler.advance(by: .seconds(1))
            #expect(recorder.words == ["returned 1", "completed"])
            #expect(queue.texts() == ["a"] && queue.texts(in: "jobs-poison") == nil)
            let (again, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(1))
            #expect(again.words == ["dead-lettered 1"] && queue.mostActive == 0)
            #expect(queue.texts() == [] && queue.texts(in: "jobs-poison") == ["a for -1"])
            subscription.dispose()
        }
    }

    @Test func failedReturnStillEndsWorker() {
        withStubQueue { queue in
            queue.add("a")
            queue.setResponses("renew 1", QueueFixtures.error("ServerBusy", .serviceUnavailable))
            let (recorder, _) = work(queue, stop: PublishSubject()).record()
            queue.scheduler.advance(by: .seconds(1))
            #expect(recorder.words == ["returned 1", "completed"])
            #expect(queue.scheduler.pendingCount == 0)
        }
    }

    @Test func eventContainsMessageAndReason() throws {
        try withStubQueue { queue in
            queue.add("a")
            let (recorder, subscription) = work(queue).take(1).record()
            defer { subscription.dispose() }
            queue.scheduler.advance(by: .seconds(1))
            let event = try #require(recorder.values.first)
            #expect(event.message?.id == "1")
            #expect("\(event)" == "returned 1: HandlerError()")
        }
    }
}
