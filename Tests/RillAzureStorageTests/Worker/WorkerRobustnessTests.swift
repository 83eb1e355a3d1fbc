import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Tests workers with slow servers and unexpected responses.
@Suite struct WorkerRobustnessTests {
    private func polling(_ seconds: Int) -> PollingInterval {
        PollingInterval(minimum: .seconds(seconds), maximum: .seconds(seconds))
    }

    @Test(arguments: [16, 20, 29])
    func leaseStartsAtReceiveRequest(delay: Int) {
        withStubQueue { queue in
            queue.add("60")
            queue.delayResponses(by: .seconds(delay))
            let (recorder, subscription) = queue.work(polling: polling(1)).record()
            queue.scheduler.advance(by: .seconds(delay - 1))
            queue.delayResponses(by: .zero)
            queue.scheduler.advance(by: .seconds(100))
            #expect(queue.mostActive == 1 && recorder.words == ["handled 1"], "\(queue.logOfMessages)")
            #expect(queue.logOfMessages.first == "\(delay) renew 1 r1")
            subscription.dispose()
        }
    }

    @Test func renewsExpiredMessageFirst() {
        withStubQueue { queue in
            queue.add("60")
            queue.delayResponses(by: .seconds(40))
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(39))
            queue.delayResponses(by: .zero)
            queue.scheduler.advance(by: .seconds(62))
            #expect(queue.logOfMessages.first == "40 renew 1 r1" && recorder.words == ["handled 1"])
            subscription.dispose()
        }
    }

    @Test func acceptsRenewalWithInvalidDate() {
        withStubQueue { queue in
            queue.add("20")
            queue.setResponses(
                "renew 1",
                .status(
                    .noContent,
                    fields: [
                        HTTPField.Name(literal: "x-ms-popreceipt"): "stolen",
                        HTTPField.Name(literal: "x-ms-time-next-visible"): "soon",
                    ]))
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(15))
            // The renewal has replaced the pop receipt.
            queue.steal("1")
            queue.scheduler.advance(by: .seconds(10))
            #expect(queue.logOfMessages == ["15 renew 1 r1", "20 delete 1 stolen"] && recorder.words == ["handled 1"])
            subscription.dispose()
        }
    }

    @Test func ignoresExcessMessages() {
        let scheduler = TestScheduler()
        let message =
            "<QueueMessage>"
            + (QueueFixtures.received.firstRange(of: "<MessageId>").map {
                QueueFixtures.received[$0.lowerBound...].replacing("</QueueMessagesList>", with: "")
            } ?? "")
        let transport = StubTransport(scheduler: scheduler) { request in
            guard request.method == .get else { return .status(.noContent) }
            return QueueFixtures.xml("<QueueMessagesList>\(String(repeating: message, count: 32))</QueueMessagesList>")
        }
        let client = QueueClient(
            StorageAccount(name: "acct", credential: .anonymous), transport: transport.asService, scheduler: scheduler)
        let started = PublishSubject<Void>()
        let (starts, counting) = started.asObservable().record()
        let work = client.processMessages(in: "jobs", maxConcurrent: 2) { _ in
            started.onNext(())
            return Observable<Int>.never()
        }
        let (_, subscription) = work.record()
        scheduler.advance(by: .seconds(1))
        #expect(starts.values.count == 2 && transport.requests.count == 1)
        subscription.dispose()
        counting.dispose()
    }

    @Test(arguments: [
        (String(repeating: "a", count: 57), nil), ("jobs", "Jobs-poison"), ("jobs", "jobs_poison"),
        ("jobs", "jobs--poison"),
        ("jobs", "jobs-"), ("jobs", "ab"), ("jobs", ""), ("jobs", "a/b"), ("jobs", "日本語日本語"),
    ])
    func rejectsInvalidDeadLetterQueueName(_ name: String, _ deadLetters: String?) throws {
        try withStubQueue { queue in
            let work = queue.client().processMessages(in: name, deadLetterQueue: deadLetters, queue.handle)
            let (recorder, _) = work.record()
            let error = try recorder.failure()
            #expect(error.stage == .request && "\(error)".contains("deadLetterQueue must have 3 to 63"), "\(error)")
            #expect(queue.log.isEmpty)
        }
    }

    @Test func acceptsLongestQueueName() {
        withStubQueue { queue in
            let name = String(repeating: "a", count: 56)
            let (recorder, subscription) = queue.client().processMessages(in: name, queue.handle).record()
            #expect(recorder.events.isEmpty)
            subscription.dispose()
        }
    }
}
