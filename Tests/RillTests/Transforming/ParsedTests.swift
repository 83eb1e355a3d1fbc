import Dispatch
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct ParsedTests {
    private let scheduler = TestScheduler()
    private let source = PublishSubject<Int>()

    /// Returns each number as often as it states, fails at 13, and ends with the count of all numbers.
    private struct Repetition: ChunkParser {
        private var number = 0
        private var left = 0
        private var count = 0

        mutating func append(_ chunk: Int) {
            (number, left) = (chunk, chunk)
            count += 1
        }

        mutating func next() throws -> Int? {
            if number == 13 { throw TestError() }
            guard left > 0 else { return nil }
            left -= 1
            return number
        }

        mutating func last() throws -> Int? { number == 0 ? nil : -count }
    }

    private func repeated(_ source: some ObservableConvertible<Int>) -> Observable<Int> {
        source.asObservable().parsed(by: Repetition(), "repeated", file: #fileID, line: #line)
    }

    private func recordBuffered(_ source: some ObservableConvertible<Int>) -> Recorder<Int> {
        Recorder(repeated(source).observeOn(scheduler, bufferSize: 4))
    }

    @Test func emitsParsedElementsInOrder() {
        #expect(Recorder(repeated(Observable.of(2, 0, 3))).values == [2, 2, 3, 3, 3, -3])
        #expect(Recorder(repeated(Observable<Int>.empty())).values.isEmpty)
    }

    @Test func forwardsFailuresAfterTheElements() {
        for stream in [Observable.of(1, 13), Observable.of(1).concat(.error(TestError()))] {
            let recorder = Recorder(repeated(stream))
            #expect(recorder.values == [1])
            #expect(recorder.events.last?.error is TestError)
        }
    }

    @Test func queuesEventsThatArriveDuringAPause() {
        let recorder = recordBuffered(source)
        for number in [9, 1, 2] { source.onNext(number) }
        source.onError(TestError())
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .seconds(1))
        #expect(recorder.values == Array(repeating: 9, count: 9) + [1, 2, 2])
        #expect(recorder.events.last?.error is TestError)
    }

    @Test func queuesElementsSentDuringTheDelivery() {
        let log = Log<Int>()
        let subscription = repeated(source).subscribe(onNext: { number in
            if log.entries.count < 2 { source.onNext(1) }
            log.append(number)
        })
        source.onNext(3)
        #expect(log.entries == [3, 3, 3, 1, 1])
        subscription.dispose()
    }

    @Test func failsIfTooManyEventsArriveDuringAPause() {
        let recorder = recordBuffered(source)
        source.onNext(9)
        for _ in 0..<1_025 { source.onNext(1) }
        scheduler.advance(by: .seconds(1))
        #expect(recorder.values.count == 9 + 1_024)
        #expect((recorder.events.last?.error as? StreamError)?.code == .bufferOverflow)
    }

    @Test func fullQueueAcceptsTheTerminalEvent() {
        let recorder = recordBuffered(source)
        source.onNext(9)
        for _ in 0..<1_024 { source.onNext(1) }
        source.onCompleted()
        scheduler.advance(by: .seconds(1))
        #expect(recorder.values.count == 9 + 1_024 + 1)
        #expect(recorder.isCompleted)
    }

    @Test func lastElementWaitsUntilTheSubscriberResumes() {
        let (recorder, scope) = repeated(source).startRecording()
        source.onNext(1)
        scope.pause()
        source.onCompleted()
        #expect(recorder.values == [1])
        scope.open()
        #expect(recorder.events == .completed([1, -1]))
    }

    @Test func completionDoesNotFollowDisposal() {
        let completions = Log<Void>()
        let stream = repeated(Observable.of(1)).do(onCompleted: { completions.append(()) }).take(2)
        #expect(Recorder(stream).values == [1, -1])
        #expect(completions.entries.isEmpty)
    }

    @Test func pausesTheSourceBetweenElements() {
        let produced = SerialState(0)
        let numbers = Observable.unfold(0) { number -> (Int, Int)? in
            produced.value += 1
            return number < 100 ? (10, number + 1) : nil
        }
        let recorder = recordBuffered(numbers)
        #expect(produced.value == 1)
        scheduler.advance(by: .seconds(1))
        #expect(recorder.values.count == 1_001)
    }

    @Test(.tags(.realThreads)) func ordersEventsOfASourceThatIgnoresPauses() {
        let log = Log<Int>()
        let done = DispatchSemaphore(value: 0)
        let subscription = repeated(source).observeOn(SerialDispatchQueueScheduler(), bufferSize: 8)
            .subscribe(onNext: { log.append($0) }, onCompleted: { done.signal() })
        for number in 1...40 { source.onNext(number == 13 ? 0 : number) }
        source.onCompleted()
        done.wait()
        let expected = (1...40).filter { $0 != 13 }.flatMap { Array(repeating: $0, count: $0) } + [-40]
        #expect(log.entries == expected)
        subscription.dispose()
    }

    @Test func disposalDuringAPauseLeaksNothing() {
        let ledger = Ledger()
        ledger.watch {
            let kit = TestKit()
            let subject = PublishSubject<Int>()
            let (_, subscription) = repeated(subject).observeOn(kit.scheduler, bufferSize: 4).record()
            for number in [9, 1] { subject.onNext(number) }
            subscription.dispose()
        }
        #expect(ledger.leakReport == nil)
        #expect(ledger.retained.isEmpty)
    }
}
