import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Tests leases of messages in progress.
///
/// The visibility timeout is 30 seconds.
@Suite struct WorkerLeaseTests {
    private static let busy = QueueFixtures.error("ServerBusy", .serviceUnavailable)

    /// The calls for a message after responses to the first calls of a kind.
    ///
    /// The text of the message is the number of seconds that its handling takes.
    @Test(
        arguments: [
            // The message is renewed, and deleted with its latest pop receipt.
            ("40", "renew 1", [], 1, ["15 renew 1 r1", "30 renew 1 r2", "40 delete 1 r3"]),
            // The deletion follows a failed renewal.
            (
                "16", "renew 1", [QueueFixtures.error("ServerBusy", .serviceUnavailable, after: .seconds(3))], 1,
                ["15 renew 1 r1", "18 delete 1 r1"]
            ),
            // Failed renewals are retried.
            (
                "40", "renew 1", [.fail(TransportError(.closedEarly)), .fail(TransportError(.couldNotConnect))], 1,
                ["15 renew 1 r1", "18.75 renew 1 r1", "22.5 renew 1 r1", "37.5 renew 1 r2", "40 delete 1 r3"]
            ),
            // A failed deletion is retried.
            ("5", "delete 1", [busy], 1, ["5 delete 1 r1", "8.75 delete 1 r1"]),
            // The client's retries precede the retries of the worker.
            ("5", "delete 1", [.fail(TransportError(.closedEarly))], 3, ["5 delete 1 r1", "6 delete 1 r1"]),
        ] as [(String, String, [StubTransport.Response], Int, [String])])
    func renewsAndDeletesMessage(
        text: String, call: String, responses: [StubTransport.Response], attempts: Int, log: [String]
    ) {
        withStubQueue { queue in
            queue.add(text)
            for response in responses { queue.setResponses(call, response) }
            let (recorder, subscription) = queue.work(attempts: attempts).record()
            queue.scheduler.advance(by: .seconds(50))
            #expect(queue.logOfMessages == log)
            #expect(recorder.words == ["handled 1"])
            #expect(queue.texts() == [])
            subscription.dispose()
        }
    }

    @Test func renewalIntervalStartsAtRequest() {
        withStubQueue { queue in
            queue.add("40")
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(1))
            queue.delayResponses(by: .seconds(4))
            queue.scheduler.advance(by: .seconds(49))
            #expect(queue.logOfMessages == ["15 renew 1 r1", "30 renew 1 r2", "40 delete 1 r3"])
            #expect(recorder.words == ["handled 1"])
            subscription.dispose()
        }
    }

    @Test func deletionWaitsForPendingRenewal() {
        withStubQueue { queue in
            queue.add("16")
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(1))
            queue.delayResponses(by: .seconds(5))
            queue.scheduler.advance(by: .seconds(18))
            #expect(queue.logOfMessages == ["15 renew 1 r1"] && queue.active == 0 && recorder.words.isEmpty)
            queue.scheduler.advance(by: .seconds(10))
            #expect(queue.logOfMessages == ["15 renew 1 r1", "20 delete 1 r2"] && recorder.words == ["handled 1"])
            subscription.dispose()
        }
    }

    @Test func handlerFailureCancelsPendingRenewal() {
        withStubQueue { queue in
            queue.add("16!")
            queue.setResponses("renew 1", .never)
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(20))
            #expect(queue.logOfMessages == ["15 renew 1 r1"] && recorder.words == ["failed 1"])
            #expect(queue.transport.requests.last?.isCancelled == true)
            subscription.dispose()
        }
    }

    @Test(arguments: [
        QueueFixtures.error("MessageNotFound", .notFound), QueueFixtures.error("PopReceiptMismatch", .badRequest),
    ])
    func lostMessageDisposesHandler(response: StubTransport.Response) throws {
        try withStubQueue { queue in
            queue.add("never")
            queue.setResponses("renew 1", response)
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(14))
            #expect(queue.active == 1)
            queue.scheduler.advance(by: .seconds(10))
            #expect(recorder.words == ["lost 1"] && queue.active == 0)
            #expect(queue.logOfMessages == ["15 renew 1 r1"])
            guard case .lost(_, let error) = try #require(recorder.values.first) else { return }
            #expect((error as? APIError)?.azureStorage != nil)
            subscription.dispose()
        }
    }

    @Test func deletionOfLostMessageReportsLoss() {
        withStubQueue { queue in
            queue.add("5")
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(4))
            queue.steal("1")
            queue.scheduler.advance(by: .seconds(4))
            #expect(recorder.words == ["lost 1"] && queue.logOfMessages == ["5 delete 1 r1"])
            #expect(queue.texts() == ["5"])
            subscription.dispose()
        }
    }

    @Test func unrenewedMessageIsLostAfterTimeout() throws {
        try withStubQueue { queue in
            queue.add("never")
            for _ in 0..<10 { queue.setResponses("renew 1", .fail(TransportError(.closedEarly))) }
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .milliseconds(29_999))
            #expect(queue.active == 1 && queue.logOfMessages.count == 4)
            queue.scheduler.advance(by: .milliseconds(1))
            #expect(queue.active == 0 && recorder.words == ["lost 1"] && queue.logOfMessages.count == 4)
            guard case .lost(_, let error) = try #require(recorder.values.first) else { return }
            let failure = try #require(error as? VisibilityTimeoutError)
            #expect((failure.underlying as? APIError)?.stage == .transport)
            #expect("\(failure)".contains("the visibility timeout of the message expired: PUT"), "\(failure)")
            subscription.dispose()
        }
    }

    @Test func renewalWithoutResponseLosesMessage() throws {
        try withStubQueue { queue in
            queue.add("never")
            queue.setResponses("renew 1", .never)
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(30))
            #expect(queue.active == 0 && recorder.words == ["lost 1"])
            #expect(queue.transport.requests.last?.isCancelled == true)
            guard case .lost(_, let error) = try #require(recorder.values.first) else { return }
            #expect("\(error)".contains("without a response"))
            subscription.dispose()
        }
    }

    @Test func undeletedMessageIsLostAfterTimeout() {
        withStubQueue { queue in
            queue.add("20")
            for _ in 0..<10 {
                queue.setResponses("delete 1", QueueFixtures.error("InternalError", .internalServerError))
            }
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(60))
            // The renewal at 15 s extends the lease until 45 s.
            #expect(queue.logOfMessages.count == 8 && recorder.words == ["lost 1"])
            subscription.dispose()
        }
    }

    @Test func roundsTimeoutsUpToWholeSeconds() {
        withStubQueue { queue in
            queue.add("3")
            let work = queue.client().processMessages(in: "jobs", visibilityTimeout: .milliseconds(1_001), queue.handle)
            let (recorder, subscription) = work.record()
            queue.scheduler.advance(by: .seconds(5))
            #expect(queue.transport.requests.first?.queryItem("visibilitytimeout") == "2")
            #expect(queue.logOfMessages == ["1 renew 1 r1", "2 renew 1 r2", "3 delete 1 r3"])
            #expect(recorder.words == ["handled 1"])
            subscription.dispose()
        }
    }
}
