import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Tests how workers stop, pause, and fail.
@Suite struct WorkerEndTests {
    // MARK: Failing

    @Test(arguments: [
        StubTransport.Response.fail(TransportError(.couldNotConnect)), .fail(TransportError(.closedEarly)),
        QueueFixtures.error("ServerBusy", .serviceUnavailable), .status(.tooManyRequests), .status(.requestTimeout),
    ])
    func retriesUnreachableQueueLater(response: StubTransport.Response) {
        withStubQueue { queue in
            queue.add("1")
            queue.setResponses("get", response, response, response)
            let polling = PollingInterval(minimum: .seconds(1), maximum: .seconds(10))
            let (recorder, subscription) = queue.work(polling: polling).record()
            queue.scheduler.advance(by: .seconds(8))
            #expect(recorder.words == ["unreachable", "unreachable", "unreachable", "handled 1"])
            #expect(queue.log.prefix(5) == ["0 get 8", "1 get 8", "3 get 8", "7 get 8", "7 get 7"])
            subscription.dispose()
        }
    }

    @Test(arguments: [
        QueueFixtures.error("QueueNotFound", .notFound), QueueFixtures.error("AuthenticationFailed", .forbidden),
        QueueFixtures.error("InvalidResourceName", .badRequest), .text("<html/>"),
    ])
    func permanentErrorFailsWorker(response: StubTransport.Response) throws {
        try withStubQueue { queue in
            queue.add("never", "1!")
            let polling = PollingInterval(minimum: .seconds(5), maximum: .seconds(5))
            let (recorder, _) = queue.work(polling: polling).record()
            queue.scheduler.advance(by: .seconds(4))
            #expect(queue.active == 1)
            queue.setResponses("get", response)
            queue.scheduler.advance(by: .seconds(60))
            #expect(recorder.words == ["failed 2", "error"] && queue.active == 0)
            let stage = try recorder.failure(after: 1).stage
            #expect(stage == .status || stage == .decoding)
            #expect(queue.log == ["0 get 8", "0 get 6", "5 get 7"])
        }
    }

    // MARK: Disposal

    @Test(arguments: [0, 1, 4, 9, 14, 17, 19, 22, 27, 33])
    func disposalStopsImmediatelyWithoutEvents(second: Int) {
        withStubQueue { queue in
            // Receive requests from 0 to 2 s and 2 to 4 s, renewals from 17 to 19 s, deletion from 22 to 24 s.
            queue.add("20", "25!", "never")
            queue.delayResponses(by: .seconds(2))
            let polling = PollingInterval(minimum: .seconds(3), maximum: .seconds(3))
            let (recorder, subscription) = queue.work(polling: polling).record()
            queue.scheduler.advance(by: .seconds(second))
            let (log, words) = (queue.log, recorder.words)
            subscription.dispose()
            #expect(queue.active == 0 && queue.scheduler.pendingCount == 0)
            #expect(!queue.transport.requests.contains { $0.state == .running })
            queue.scheduler.advance(by: .seconds(100))
            #expect(queue.log == log && recorder.words == words)
        }
    }

    @Test func takeStopsWorker() {
        withStubQueue { queue in
            queue.add("1", "2", "3")
            let (recorder, _) = queue.work().take(2).record()
            queue.scheduler.advance(by: .seconds(10))
            #expect(recorder.words == ["handled 1", "handled 2", "completed"])
            #expect(queue.texts() == ["3"] && queue.active == 0)
        }
    }

    // MARK: Stopping

    @Test func stopFinishesMessagesInProgress() {
        withStubQueue { queue in
            queue.add("5", "40")
            let stop = PublishSubject<Void>()
            let (recorder, _) = queue.work(maxConcurrent: 2, until: stop.asObservable()).record()
            queue.scheduler.advance(by: .seconds(2))
            queue.add("1")
            stop.onNext(())
            queue.scheduler.advance(by: .seconds(30))
            #expect(recorder.words == ["handled 1"])
            queue.scheduler.advance(by: .seconds(30))
            #expect(recorder.words == ["handled 1", "handled 2", "completed"])
            #expect(queue.log.filter { $0.contains("get") } == ["0 get 2"])
        }
    }

    @Test func idleWorkerStopsImmediately() {
        withStubQueue { queue in
            let stop = PublishSubject<Void>()
            let (recorder, _) = queue.work(until: stop.asObservable()).record()
            queue.scheduler.advance(by: .seconds(2))
            stop.onNext(())
            #expect(recorder.words == ["completed"] && queue.scheduler.pendingCount == 0)
        }
    }

    @Test func stopCancelsPollingDelay() {
        withStubQueue { queue in
            queue.add("40")
            let stop = PublishSubject<Void>()
            let (recorder, _) = queue.work(until: stop.asObservable()).record()
            queue.scheduler.advance(by: .seconds(2))
            let pending = queue.scheduler.pendingCount
            stop.onNext(())
            #expect(queue.scheduler.pendingCount == pending - 1 && recorder.words.isEmpty)
            queue.scheduler.advance(by: .seconds(38))
            #expect(recorder.words == ["handled 1", "completed"])
        }
    }

    @Test func stopHandlesPendingResponse() {
        withStubQueue { queue in
            queue.add("1")
            queue.delayResponses(by: .seconds(3))
            let stop = PublishSubject<Void>()
            let (recorder, _) = queue.work(until: stop.asObservable()).record()
            queue.scheduler.advance(by: .seconds(2))
            stop.onNext(())
            #expect(recorder.words.isEmpty)
            queue.scheduler.advance(by: .seconds(10))
            #expect(recorder.words == ["handled 1", "completed"])
            #expect(queue.log == ["0 get 8", "4 delete 1 r1"])
        }
    }

    @Test func stoppedWorkerSendsNothing() {
        withStubQueue { queue in
            #expect(Recorder(queue.work(until: .just(()))).words == ["completed"])
            #expect(queue.log.isEmpty)
        }
    }

    @Test func stopCompletionIsIgnoredAndErrorFails() {
        withStubQueue { queue in
            queue.add("never")
            let (recorder, subscription) = queue.work(until: .empty()).record()
            queue.scheduler.advance(by: .seconds(1))
            #expect(recorder.words.isEmpty && queue.active == 1)
            subscription.dispose()
        }
        withStubQueue { queue in
            queue.add("never")
            let stop = PublishSubject<Void>()
            let (recorder, _) = queue.work(until: stop.asObservable()).record()
            queue.scheduler.advance(by: .seconds(1))
            stop.onError(StubQueue.HandlerError())
            #expect(recorder.words == ["error"] && queue.active == 0)
        }
    }

    // MARK: Pausing

    @Test func pausedWorkerRenewsButDoesNotReceive() {
        withStubQueue { queue in
            queue.add("1", "2", "40", "1")
            // Each event occupies the subscriber for 100 seconds.
            let scheduler = queue.scheduler
            let slow = queue.work(maxConcurrent: 3).concatMap { event in
                Observable.timer(.seconds(100), scheduler: scheduler).map { _ in event }
            }
            let (recorder, subscription) = slow.record()
            queue.scheduler.advance(by: .seconds(100))
            #expect(
                queue.log == [
                    "0 get 3", "1 delete 1 r1", "2 delete 2 r2", "15 renew 3 r3", "30 renew 3 r4", "40 delete 3 r5",
                ])
            #expect(recorder.words.isEmpty && queue.texts() == ["1"])
            queue.scheduler.advance(by: .seconds(202))
            #expect(recorder.words == ["handled 1", "handled 2", "handled 3"])
            #expect(queue.log.contains { $0.hasSuffix("get 3") && !$0.hasPrefix("0 ") })
            subscription.dispose()
        }
    }

    @Test func failureDuringPauseDisposesHandlers() {
        withStubQueue { queue in
            queue.add("1", "never")
            let stop = PublishSubject<Void>()
            let scheduler = queue.scheduler
            let slow = queue.work(until: stop.asObservable()).concatMap { event in
                Observable.timer(.seconds(100), scheduler: scheduler).map { _ in event }
            }
            let (recorder, _) = slow.record()
            queue.scheduler.advance(by: .seconds(2))
            #expect(queue.active == 1)
            stop.onError(StubQueue.HandlerError())
            #expect(queue.active == 0 && recorder.words.isEmpty)
            queue.scheduler.advance(by: .seconds(100))
            #expect(recorder.words == ["handled 1", "error"] && queue.logOfMessages == ["1 delete 1 r1"])
        }
    }

    @Test func disposalWhilePausedCleansUp() {
        withStubQueue { queue in
            queue.add("1", "2", "never")
            let slow = queue.work().concatMap { _ in Observable<Int>.never() }
            let (recorder, subscription) = slow.record()
            queue.scheduler.advance(by: .seconds(20))
            subscription.dispose()
            #expect(recorder.words.isEmpty && queue.active == 0 && queue.scheduler.pendingCount == 0)
        }
    }
}

extension Recorder {
    /// Descriptions of the events, without their values.
    fileprivate var words: [String] {
        events.map { event in
            switch event {
            case .next: "next"
            case .error: "error"
            case .completed: "completed"
            }
        }
    }
}
