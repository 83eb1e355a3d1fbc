import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite struct WorkerDeadLetterTests {
    @Test func lastFailureCreatesQueueAndDeadLetters() throws {
        try withStubQueue { queue in
            queue.add("1!", count: 4)
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(5))
            #expect(
                queue.logOfMessages == [
                    "1 put jobs-poison", "1 create jobs-poison", "1 put jobs-poison", "1 delete 1 r1",
                ])
            #expect(queue.texts(in: "jobs-poison") == ["1! for -1"] && queue.texts() == [])
            #expect(recorder.words == ["dead-lettered 1"])
            guard case .deadLettered(let message, let error?) = try #require(recorder.values.first) else {
                Issue.record("the event should contain the handler's error: \(recorder.values)")
                return
            }
            #expect(message.dequeueCount == 5 && error is StubQueue.HandlerError)
            subscription.dispose()
        }
    }

    @Test func exceededDequeueCountSkipsHandler() throws {
        try withStubQueue { queue in
            queue.add("never", count: 5)
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .zero)
            #expect(queue.mostActive == 0 && queue.texts(in: "jobs-poison") == ["never for -1"])
            #expect(recorder.words == ["dead-lettered 1"])
            guard case .deadLettered(_, nil) = try #require(recorder.values.first) else {
                Issue.record("the event should contain no error: \(recorder.values)")
                return
            }
            subscription.dispose()
        }
    }

    @Test func deadLetteringPreservesEncodedText() {
        withStubQueue { queue in
            queue.add("bm8gdGV4dAo=", count: 5)
            let client = QueueClient(
                .emulator, codec: .base64, transport: queue.transport.asService, scheduler: queue.scheduler)
            let (_, subscription) = client.processMessages(in: "jobs", deadLetterQueue: "other", queue.handle).record()
            queue.scheduler.advance(by: .zero)
            #expect(queue.texts(in: "other") == ["bm8gdGV4dAo= for -1"])
            subscription.dispose()
        }
    }

    @Test func failedDeadLetteringKeepsMessage() throws {
        try withStubQueue { queue in
            queue.add("1!", count: 4)
            queue.setResponses("put jobs-poison", QueueFixtures.error("ServerBusy", .serviceUnavailable))
            let polling = PollingInterval(minimum: .seconds(35), maximum: .seconds(35))
            let (recorder, subscription) = queue.work(polling: polling).record()
            queue.scheduler.advance(by: .seconds(30))
            #expect(queue.logOfMessages == ["1 put jobs-poison"] && queue.texts() == ["1!"])
            #expect(recorder.words == ["failed 1"])
            guard case .failed(_, let failure) = try #require(recorder.values.first) else { return }
            let error = try #require(failure as? DeadLetterError)
            #expect(error.queue == "jobs-poison" && error.handlerError is StubQueue.HandlerError)
            #expect((error.underlying as? APIError)?.azureStorage?.code == .serverBusy)
            // When it is received again, it is dead-lettered without being handled.
            queue.scheduler.advance(by: .seconds(6))
            #expect(recorder.words == ["failed 1", "dead-lettered 1"] && queue.texts() == [])
            subscription.dispose()
        }
    }

    @Test func failedQueueCreationKeepsMessage() {
        withStubQueue { queue in
            queue.add("0", count: 9)
            queue.setResponses("create jobs-poison", QueueFixtures.error("AuthorizationFailure", .forbidden))
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .zero)
            #expect(recorder.words == ["failed 1"] && queue.texts() == ["0"])
            subscription.dispose()
        }
    }

    @Test func renewsMessageDuringDeadLettering() {
        withStubQueue { queue in
            queue.add("1!", count: 4)
            queue.setResponses(
                "put jobs-poison",
                .text(QueueFixtures.sent, type: "application/xml", status: .created, after: .seconds(20)))
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(30))
            #expect(queue.logOfMessages == ["1 put jobs-poison", "15 renew 1 r1", "21 delete 1 r2"])
            #expect(recorder.words == ["dead-lettered 1"])
            subscription.dispose()
        }
    }

    @Test func singleAttemptDeadLettersFirstFailure() {
        withStubQueue { queue in
            queue.add("0!")
            let (recorder, subscription) = queue.work(maxAttempts: 1).record()
            queue.scheduler.advance(by: .zero)
            #expect(recorder.words == ["dead-lettered 1"])
            subscription.dispose()
        }
    }
}
