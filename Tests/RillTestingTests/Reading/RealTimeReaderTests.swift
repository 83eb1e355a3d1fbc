import Dispatch
import Rill
import RillSwiftTesting
import RillTesting
import Testing

/// Tests of a reader in real time.
@Suite struct RealTimeReaderTests {
    @Test func readsEventsFromAnotherThread() async throws {
        let numbers = Observable.from(1...200).observeOn(SerialDispatchQueueScheduler(qos: .utility))
        let reader = numbers.testReader(timeout: .seconds(60))
        for number in 1...200 { #expect(try await reader.next() == number) }
        await reader.expectCompleted()
        await reader.disposeAndExpectNoUnreadEvents()
    }

    @Test func readsEventsOfConcurrentSources() async throws {
        let queue = ConcurrentDispatchQueueScheduler()
        let sources = (0..<4).map { _ in Observable.from(1...50).subscribeOn(queue) }
        let reader = Observable.merge(sources).testReader(timeout: .seconds(60))
        var sum = 0
        for _ in 0..<200 { sum += try await reader.next() }
        #expect(sum == 4 * 1_275)
        await reader.expectCompleted()
    }

    @Test func expectNothingWaitsForTheDuration() async {
        let reader = Observable<Int>.never().testReader()
        let start = ContinuousClock.now
        await reader.expectNothing(for: .milliseconds(5))
        #expect(ContinuousClock.now - start >= .milliseconds(5))
        await reader.disposeAndExpectNoUnreadEvents()
    }

    /// An actor that sends an element while its task waits, and then delays the resumption of the task, as on a busy
    /// machine.
    private actor BusyActor {
        func expectNothing(beforeElementOf subject: PublishSubject<Int>) async {
            let reader = subject.testReader()
            // Runs when `expectNothing` has suspended the task.
            let late = Task { sendElement(to: subject) }
            await reader.expectNothing(for: .milliseconds(1))
            await late.value
            await reader.expectNext(1)
        }

        /// Keeps the actor busy for longer than the duration.
        private func sendElement(to subject: PublishSubject<Int>) {
            let end = ContinuousClock.now + .milliseconds(5)
            while ContinuousClock.now < end {}
            subject.onNext(1)
        }
    }

    @Test func expectNothingIgnoresElementAfterTheDuration() async {
        await BusyActor().expectNothing(beforeElementOf: PublishSubject<Int>())
    }

    @Test func pendingReadReturnsWhenElementArrives() async {
        let subject = PublishSubject<Int>()
        let reader = subject.testReader(timeout: .seconds(60))
        async let element = reader.next()
        SerialDispatchQueueScheduler(qos: .utility).schedule { subject.onNext(7) }
        let value = try? await element
        #expect(value == 7)
        subject.onError(TestError("lost"))
        let error = await reader.expectError(as: TestError.self)
        #expect(error == TestError("lost"))
    }

    @Test func sourceIsPausedBetweenReads() async throws {
        let requested = PublishSubject<Int>()
        let counts = Recorder(requested.asObservable())
        let numbers = Observable.from(1...5).do(onNext: { requested.onNext($0) })
        let reader = numbers.testReader()
        #expect(counts.values == [1])
        await reader.expectNext(1)
        #expect(counts.values == [1, 2])
        await reader.expectNext(2, 3, 4, 5)
        await reader.expectCompleted()
    }
}
