import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct PausingSubjectTests {
    private let subject = PausingSubject<Int>()

    /// Subscribes, and returns the scope with which the test pauses the subscriber.
    private func subscribe(_ recorder: Recorder<Int>) -> Scope {
        let scope = Scope()
        subject.asObservable().start(Observer(scope) { recorder.receive($0) })
        return scope
    }

    /// Starts a task that sends elements, and waits until the subscribers have received the first of them.
    private func send(_ elements: Int..., log: Log<Int> = Log()) async -> Task<Void, Never> {
        let (reached, continuation) = AsyncStream.makeStream(of: Void.self)
        let marker = subject.subscribe(onNext: { _ in continuation.yield(()) })
        let task = Task { [subject] in
            for element in elements {
                await subject.send(element)
                log.append(element)
            }
        }
        for await _ in reached { break }
        marker.dispose()
        return task
    }

    @Test func sendReturnsWhenSubscribersThatAreNotPausedHaveTakenTheElement() async {
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        let scopes = recorders.map { subscribe($0) }
        await subject.send(1)
        await subject.send(2)
        #expect(recorders.allSatisfy { $0.values == [1, 2] })
        for scope in scopes { scope.stop() }
    }

    @Test func sendWithoutSubscribersReturns() async {
        await subject.send(1)
        subject.onCompleted()
        await subject.send(2)
        #expect(subject.asObservable().record().recorder.isCompleted)
    }

    @Test func sendWaitsForAPausedSubscriber() async {
        let slow = Recorder<Int>()
        let fast = Recorder<Int>()
        let scopes = [subscribe(slow), subscribe(fast)]
        scopes[0].pause()
        let log = Log<Int>()
        let task = await send(1, 2, log: log)
        #expect(fast.values == [1])
        #expect(slow.values == [])
        #expect(log.entries.isEmpty)
        scopes[0].open()
        await task.value
        #expect(slow.values == [1, 2])
        #expect(fast.values == [1, 2])
        #expect(log.entries == [1, 2])
    }

    @Test func departureOfPausedSubscriberResumesSender() async {
        let slow = Recorder<Int>()
        let scope = subscribe(slow)
        scope.pause()
        let log = Log<Int>()
        let task = await send(1, log: log)
        #expect(log.entries.isEmpty)
        scope.stop()
        await task.value
        #expect(slow.values.isEmpty)
    }

    @Test func cancellationResumesWaitingSender() async {
        let slow = Recorder<Int>()
        let scope = subscribe(slow)
        scope.pause()
        let task = await send(1)
        task.cancel()
        await task.value
        #expect(slow.values.isEmpty)
        scope.open()
        #expect(slow.values == [1])
    }

    @Test func terminalEventFollowsThePendingElements() async {
        let slow = Recorder<Int>()
        let scope = subscribe(slow)
        scope.pause()
        let task = await send(1)
        subject.onError(TestError())
        #expect(slow.endCount == 0)
        scope.open()
        await task.value
        #expect(slow.events == [.next(1), .error(TestError())])
    }

    @Test func onNextDoesNotWaitForSubscribers() {
        let slow = Recorder<Int>()
        let scope = subscribe(slow)
        scope.pause()
        for number in 1...2_000 { subject.onNext(number) }
        scope.open()
        #expect(slow.values == Array(1...2_000))
    }

    @Test func reentrantElementsReachAllSubscribersInTheSameOrder() {
        let (first, _) = subject.asObservable().record { if $0.element == 1 { subject.onNext(2) } }
        let (second, _) = subject.asObservable().record()
        subject.onNext(1)
        #expect(first.values == [1, 2])
        #expect(second.values == [1, 2])
    }

    @Test func sendWaitsForReaderOfValues() async throws {
        let (ready, continuation) = AsyncStream.makeStream(of: Void.self)
        let joined = subject.asObservable().do(onSubscribed: { continuation.yield(()) })
        let reading = Task { try await joined.collected() }
        for await _ in ready { break }
        for number in 0..<1_000 { await subject.send(number) }
        subject.onCompleted()
        #expect(try await reading.value == Array(0..<1_000))
    }

    @Test func sendWaitsForTasksOfSubscriber() async {
        let log = Log<String>()
        let subscription = subject.mapTask { number in
            for _ in 0..<5 { await Task.yield() }
            log.append("finished \(number)")
        }.subscribe()
        for number in 1...20 {
            await subject.send(number)
            log.append("sent \(number)")
        }
        let entries = log.entries
        for number in 1..<20 {
            let finished = entries.firstIndex(of: "finished \(number)") ?? .max
            #expect(finished < entries.firstIndex(of: "sent \(number + 1)") ?? -1)
        }
        subscription.dispose()
    }

    @Test func canceledTaskSendsWithoutWaiting() async {
        let slow = Recorder<Int>()
        let scope = subscribe(slow)
        scope.pause()
        let task = Task { [subject] in
            withUnsafeCurrentTask { $0?.cancel() }
            for number in 1...3 { await subject.send(number) }
        }
        await task.value
        #expect(slow.values.isEmpty)
        scope.open()
        #expect(slow.values == [1, 2, 3])
        scope.stop()
    }

    @Test func concurrentSendersAreAllResumed() async {
        let recorder = Recorder<Int>()
        let scope = subscribe(recorder)
        await withTaskGroup(of: Void.self) { group in
            for sender in 0..<8 {
                group.addTask { for number in 0..<100 { await subject.send(sender * 100 + number) } }
            }
            for _ in 0..<50 {
                scope.pause()
                await Task.yield()
                scope.open()
            }
        }
        #expect(recorder.values.sorted() == Array(0..<800))
        scope.stop()
    }

    /// The completion waits behind the elements that the buffer holds, which may never be delivered.
    @Test func senderIsResumedWhenItsSubscriptionEndsBehindAFullBuffer() async {
        let stop = PublishSubject<Void>()
        let stream = subject.asObservable().take(until: stop.asObservable()).observeOn(ManualScheduler(), bufferSize: 4)
        let subscription = stream.subscribe(onNext: { _ in })
        let task = await send(1, 2, 3, 4, 5)
        stop.onNext(())
        await task.value
        subscription.dispose()
    }
}
