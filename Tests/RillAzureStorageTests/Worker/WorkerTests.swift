import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite struct WorkerTests {
    @Test func handlesAndDeletesMessages() {
        withStubQueue { queue in
            queue.add("5", "1")
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(10))
            #expect(recorder.words == ["handled 2", "handled 1"])
            #expect(queue.log == ["0 get 8", "0 get 6", "1 delete 2 r2", "5 delete 1 r1"])
            #expect(queue.texts() == [] && queue.active == 0)
            subscription.dispose()
        }
    }

    @Test func sendsNothingBeforeSubscription() {
        withStubQueue { queue in
            _ = queue.work()
            queue.scheduler.advance(by: .seconds(10))
            #expect(queue.log.isEmpty)
        }
    }

    @Test func limitsConcurrentMessages() {
        withStubQueue { queue in
            queue.add("1", "2", "3", "1", "1")
            let (recorder, subscription) = queue.work(maxConcurrent: 2).record()
            queue.scheduler.advance(by: .seconds(10))
            #expect(queue.mostActive == 2)
            #expect(
                recorder.words == ["handled 1", "handled 2", "handled 4", "handled 3", "handled 5"])
            #expect(queue.log.filter { $0.contains("get") } == ["0 get 2", "1 get 1", "2 get 1", "3 get 1", "4 get 1"])
            subscription.dispose()
        }
    }

    @Test func limitsBatchToServiceMaximum() {
        withStubQueue { queue in
            for _ in 0..<40 { queue.add("1") }
            let (recorder, subscription) = queue.work(maxConcurrent: 50).record()
            queue.scheduler.advance(by: .zero)
            #expect(queue.log == ["0 get 32", "0 get 18", "0 get 10"] && queue.active == 40)
            queue.scheduler.advance(by: .seconds(1))
            #expect(recorder.values.count == 40)
            subscription.dispose()
        }
    }

    @Test func requestsFreedCapacityTogether() {
        withStubQueue { queue in
            queue.add("1", "2", "3", "9", "9", "9", "9")
            queue.delayResponses(by: .seconds(4))
            let (_, subscription) = queue.work(maxConcurrent: 3).record()
            queue.scheduler.advance(by: .seconds(12))
            // Deletions take four seconds as well.
            #expect(queue.log == ["0 get 3", "5 delete 1 r1", "6 delete 2 r2", "7 delete 3 r3", "9 get 1"])
            queue.scheduler.advance(by: .seconds(1))
            #expect(queue.log.last == "13 get 2")
            subscription.dispose()
        }
    }

    @Test func pollingDelayGrowsUntilMessageArrives() {
        withStubQueue { queue in
            let polling = PollingInterval(minimum: .seconds(1), maximum: .seconds(5))
            let (recorder, subscription) = queue.work(polling: polling).record()
            queue.scheduler.advance(by: .seconds(13))
            #expect(queue.log.map { $0.prefix { $0 != " " } } == ["0", "1", "3", "7", "12"])
            queue.add("0")
            queue.scheduler.advance(by: .seconds(8))
            #expect(recorder.words == ["handled 1"])
            #expect(
                queue.log.dropFirst(5) == ["17 get 8", "17 get 7", "17 delete 1 r1", "18 get 8", "20 get 8"])
            subscription.dispose()
        }
    }

    @Test func reportsEveryHandlerTermination() {
        withStubQueue { queue in
            queue.add("0", "0!", "throw", "never")
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .zero)
            #expect(Set(recorder.words) == ["handled 1", "failed 2", "failed 3"])
            #expect(queue.texts() == ["0!", "throw", "never"] && queue.active == 1)
            queue.scheduler.advance(by: .seconds(90))
            #expect(
                queue.logOfMessages.filter { $0.contains("renew") } == (1...6).map { "\($0 * 15) renew 4 r\($0 + 3)" })
            subscription.dispose()
            #expect(queue.active == 0)
        }
    }

    @Test func failedMessageIsRetried() {
        withStubQueue { queue in
            queue.add("2!")
            let polling = PollingInterval(minimum: .seconds(10), maximum: .seconds(10))
            let (recorder, subscription) = queue.work(polling: polling).record()
            queue.scheduler.advance(by: .seconds(35))
            #expect(recorder.words == ["failed 1", "failed 1"])
            let counts = recorder.values.compactMap(\.message?.dequeueCount)
            #expect(counts == [1, 2] && queue.logOfMessages.isEmpty && queue.texts() == ["2!"])
            subscription.dispose()
        }
    }

    @Test func severalHandlerElementsCountOnce() {
        withStubQueue { queue in
            queue.add("0")
            let work = queue.client().processMessages(in: "jobs") { _ in Observable.from([1, 2, 3]) }
            let (recorder, subscription) = work.record()
            queue.scheduler.advance(by: .zero)
            #expect(recorder.words == ["handled 1"])
            subscription.dispose()
        }
    }

    @Test(arguments: [
        (Duration.zero, 1, 1, PollingInterval(), "a", "visibilityTimeout"),
        (.seconds(604_801), 1, 1, PollingInterval(), "a", "visibilityTimeout"),
        (.seconds(1), 0, 1, PollingInterval(), "a", "maxConcurrent"),
        (.seconds(1), 1, 0, PollingInterval(), "a", "maxAttempts"),
        (.seconds(1), 1, 1, PollingInterval(minimum: .zero), "a", "minimum"),
        (.seconds(1), 1, 1, PollingInterval(minimum: .seconds(2), maximum: .seconds(1)), "a", "maximum"),
        (.seconds(1), 1, 1, PollingInterval(), "jobs", "deadLetterQueue"),
    ])
    func rejectsInvalidArguments(
        timeout: Duration, concurrent: Int, attempts: Int, polling: PollingInterval, poison: String, reason: String
    ) throws {
        let queue = StubQueue()
        let work = queue.client().processMessages(
            in: "jobs", visibilityTimeout: timeout, maxConcurrent: concurrent, maxAttempts: attempts,
            deadLetterQueue: poison, polling: polling, queue.handle)
        let error = try Recorder(work).failure()
        #expect(error.stage == .request && error.reason.contains(reason), "\(error)")
        #expect(queue.log.isEmpty)
    }
}
