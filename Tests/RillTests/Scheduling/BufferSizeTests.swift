import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

/// Tests of buffer sizes and overflow strategies.
@Suite struct BufferSizeTests {
    private let kit = TestKit()

    /// A source that cannot pause and sends six elements before the scheduler delivers the first.
    private var burst: Observable<Int> {
        .create { observer in
            for number in 1...6 { observer.onNext(number) }
            observer.onCompleted()
            return .none
        }
    }

    // MARK: observeOn

    @Test func sufficientBufferKeepsAllElements() {
        for strategy in [OverflowStrategy.fail, .dropOldest, .dropNewest] {
            let stream = burst.observeOn(kit.scheduler, bufferSize: 6, onOverflow: strategy)
            let result = kit.record { stream.map { "\($0)" } }
            #expect(result.events.compactMap(\.event.element) == ["1", "2", "3", "4", "5", "6"])
            #expect(result.events.count == 7)
        }
    }

    @Test func fullBufferFails() {
        let result = kit.record { burst.observeOn(kit.scheduler, bufferSize: 3).map { "\($0)" } }
        #expect(result.events.compactMap(\.event.element) == ["1", "2", "3"])
        let error = result.events.last?.event.error as? StreamError
        #expect(error?.code == .bufferOverflow)
        #expect(
            error?.description
                == "buffer overflow in observeOn: more than 3 events are pending, because the source emits faster than the "
                + "subscriber consumes and does not support back-pressure. Throttle or buffer the source")
    }

    @Test(arguments: [(OverflowStrategy.dropNewest, "(123|)"), (.dropOldest, "(456|)")])
    func fullBufferDropsElements(strategy: OverflowStrategy, result: String) {
        let recording = kit.record {
            burst.observeOn(kit.scheduler, bufferSize: 3, onOverflow: strategy).map { "\($0)" }
        }
        expectMarbles(recording, result)
    }

    @Test func errorDoesNotCountTowardTheBufferSize() {
        let failing = burst.take(3).concat(.error(TestError()))
        for strategy in [OverflowStrategy.fail, .dropOldest, .dropNewest] {
            let result = kit.record { failing.observeOn(kit.scheduler, bufferSize: 3, onOverflow: strategy) }
            #expect(result.events.compactMap(\.event.element) == [1, 2, 3])
            #expect(result.events.last?.event.error as? TestError == TestError())
        }
    }

    @Test(arguments: [OverflowStrategy.fail, .dropOldest, .dropNewest])
    func pausableSourceLosesNoElements(strategy: OverflowStrategy) async throws {
        let queue = SerialDispatchQueueScheduler()
        let stream = Observable.from(0..<10_000).observeOn(queue, bufferSize: 4, onOverflow: strategy)
        #expect(try await stream.collected() == Array(0..<10_000))
    }

    @Test(arguments: [1, 2, 3, 5])
    func smallBufferPreservesOrder(size: Int) async throws {
        let queue = SerialDispatchQueueScheduler()
        let stream = Observable.from(0..<1_000).observeOn(queue, bufferSize: size).observeOn(queue, bufferSize: size)
        #expect(try await stream.collected() == Array(0..<1_000))
    }

    @Test func dropOldestRetainsAtMostBufferSizeElements() {
        let subject = PublishSubject<Int>()
        let result = kit.observe {
            subject.observeOn(kit.scheduler, bufferSize: 2, onOverflow: .dropOldest)
        }
        for number in 1...1_000 { subject.onNext(number) }
        kit.scheduler.advance(by: .zero)
        #expect(result.recording.events.compactMap(\.event.element) == [999, 1_000])
        subject.onNext(7)
        kit.scheduler.advance(by: .zero)
        #expect(result.recording.events.compactMap(\.event.element) == [999, 1_000, 7])
        result.dispose()
    }

    // MARK: values

    @Test(arguments: [
        (BufferingPolicy.bufferingOldest(2), [1, 2, 3]), (.bufferingNewest(2), [1, 5, 6]),
        (.failing(beyond: 5), [1, 2, 3, 4, 5, 6]),
    ])
    func readerReceivesElementsKeptByThePolicy(policy: BufferingPolicy, expected: [Int]) async throws {
        // The first element is delivered directly to the waiting reader. The others are buffered.
        var seen: [Int] = []
        for try await number in burst.values(bufferingPolicy: policy) { seen.append(number) }
        #expect(seen == expected)
    }

    @Test func slowReaderReceivesBufferedElementsThenTheError() async {
        var seen: [Int] = []
        let error = await #expect(throws: StreamError.self) {
            for try await number in burst.values(bufferingPolicy: .failing(beyond: 2)) { seen.append(number) }
        }
        #expect(error?.code == .bufferOverflow)
        #expect(seen == [1, 2, 3])
    }
}
