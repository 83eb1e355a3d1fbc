import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of rule 5.5 of `EventContract.md`: an operator that switches from one source to the next loses no elements of
/// a hot source.
@Suite("Contract 5.5: hot sources during a pause")
struct HotSourceTests {
    @Test("5.5 a hot source is subscribed to while the subscriber is paused", arguments: HandoverCase.all)
    func subscribesToHotSourceWhilePaused(handover: HandoverCase) {
        let taps = PublishSubject<Int>()
        let scope = Scope()
        let recorder = Recorder<Int>()
        let paused = Observer(scope) { event in
            recorder.receive(event)
            if event.element == 0 { scope.pause() }
        }
        handover.build(taps.asObservable()).start(paused)
        if handover.first.isEmpty { scope.pause() }
        taps.onNext(1)
        taps.onNext(2)
        scope.open()
        taps.onNext(3)
        taps.onError(TestError())
        #expect(recorder.values == handover.first + [1, 2, 3])
        #expect(recorder.error as? TestError == TestError())
        #expect(recorder.endCount == 1)
    }

    @Test("5.5 elements of a hot source are buffered by the next boundary", arguments: HandoverCase.all)
    func nextBoundaryBuffersElementsOfHotSource(handover: HandoverCase) {
        let taps = PublishSubject<Int>()
        let loads = PublishSubject<Int>()
        let (recorder, _) = handover.build(taps.asObservable())
            .concatMap { number in loads.take(1).map { _ in number } }.record()
        taps.onNext(1)
        taps.onNext(2)
        let expected = handover.first + [1, 2]
        for _ in expected { loads.onNext(0) }
        #expect(recorder.values == expected)
        taps.onError(TestError())
        #expect(recorder.error as? TestError == TestError())
    }

    /// The subscriber has received the last element when it pauses, so that only the completion follows.
    @Test func sourceAfterTheLastElementOfACollectionIsSubscribedToWhilePaused() {
        for first in [
            Observable.of(1), .of(0, 1), .from([0, 1]), .from(0...1), .of(5, 0, 1).takeLast(2),
            .error(TestError()).catch { _ in .of(0, 1) },
        ] {
            let taps = PublishSubject<Int>()
            let scope = Scope()
            let recorder = Recorder<Int>()
            first.concat(taps.asObservable()).start(
                Observer(scope) { event in
                    recorder.receive(event)
                    if event.element == 1 { scope.pause() }
                })
            taps.onNext(2)
            #expect(recorder.values.last == 1)
            scope.open()
            #expect(recorder.values.suffix(2) == [1, 2])
        }
    }

    @Test func sequenceThatIsNoCollectionIsNotReadDuringAPause() {
        let scope = Scope()
        let recorder = Recorder<Int>()
        let reads = SerialState(0)
        let numbers = AnySequence {
            AnyIterator {
                reads.value += 1
                return reads.value <= 2 ? reads.value : nil
            }
        }
        Observable.from(UncheckedSequence(numbers)).start(
            Observer(scope) { event in
                recorder.receive(event)
                if event.element != nil { scope.pause() }
            })
        #expect(recorder.values == [1] && reads.value == 1)
        scope.open()
        #expect(recorder.values == [1, 2] && reads.value == 2)
        scope.open()
        #expect(recorder.isCompleted)
    }

    private struct UncheckedSequence: Sequence, @unchecked Sendable {  // used by one thread
        let base: AnySequence<Int>

        init(_ base: AnySequence<Int>) { self.base = base }

        func makeIterator() -> AnyIterator<Int> { AnyIterator(base.makeIterator()) }
    }

    @Test func startWithPreservesOrderOfElementsSentDuringPause() {
        let taps = PublishSubject<Int>()
        let scope = Scope()
        let recorder = Recorder<Int>()
        taps.startWith(-2, -1, 0).start(
            Observer(scope) { event in
                recorder.receive(event)
                if event.element == -2 { scope.pause() }
            })
        for number in 1...50 { taps.onNext(number) }
        #expect(recorder.values == [-2])
        for number in 51...200 { taps.onNext(number) }
        scope.open()
        taps.onNext(201)
        taps.onCompleted()
        #expect(recorder.values == Array(-2...201))
        #expect(recorder.isCompleted)
    }

    @Test func elementsAboveBufferSizeFailWithBufferOverflow() {
        let taps = PublishSubject<Int>()
        let (recorder, _) = taps.startWith(0, 0).concatMap { _ in Observable<Int>.never() }.record()
        for number in 0..<1_100 { taps.onNext(number) }
        #expect((recorder.error as? StreamError)?.code == .bufferOverflow)
    }

    @Test func slowReaderReceivesAllElementsAndTheError() async throws {
        let taps = PublishSubject<Int>()
        var values: [Int] = []
        await #expect(throws: TestError()) {
            for try await number in taps.startWith(0).values {
                values.append(number)
                if number == 0 {
                    taps.onNext(1)
                    taps.onNext(2)
                    taps.onError(TestError())
                }
            }
        }
        #expect(values == [0, 1, 2])
    }

    @Test func concatOfSequenceSubscribesToSourcesUntilManyElementsAreHeld() {
        let subscribed = SerialState(0)
        let scope = Scope()
        let recorder = Recorder<Int>()
        let sources = (0..<1_000).map { number in
            Observable<Int>.create { observer in
                subscribed.value += 1
                observer.onNext(number)
                observer.onCompleted()
                return .none
            }
        }
        Observable.concat(sources).start(
            Observer(scope) { event in
                recorder.receive(event)
                if (event.element ?? 1) % 100 == 0 { scope.pause() }
            })
        #expect(recorder.values == [0])
        #expect(subscribed.value == 49)
        scope.open()
        #expect(recorder.values == Array(0...100))
        #expect(subscribed.value == 149)
        while recorder.endCount == 0 { scope.open() }
        #expect(recorder.values == Array(0..<1_000))
        #expect(recorder.isCompleted)
    }
}

/// An operator that subscribes to one source after another.
struct HandoverCase: Sendable, CustomTestStringConvertible {
    let testDescription: String

    /// The elements that precede the elements of the hot source.
    var first = [0]

    /// Builds a stream in which the hot source comes last.
    let build: @Sendable (Observable<Int>) -> Observable<Int>

    static let all = [
        HandoverCase(testDescription: "startWith") { $0.startWith(0) },
        HandoverCase(testDescription: "startWith of several", first: [0, 8, 9]) { $0.startWith(0, 8, 9) },
        HandoverCase(testDescription: "concat") { Observable.just(0).concat($0) },
        HandoverCase(testDescription: "concat of an array") { .concat([.just(0), $0]) },
        HandoverCase(testDescription: "catch") { taps in
            Observable.just(0).concat(.error(TestError())).catch { _ in taps }
        },
        HandoverCase(testDescription: "catch of a type") { taps in
            Observable.just(0).concat(.error(TestError())).catch(as: TestError.self) { _ in taps }
        },
        HandoverCase(testDescription: "ifEmpty", first: []) { Observable.empty().ifEmpty(switchTo: $0) },
        HandoverCase(testDescription: "retry") { secondAttempt($0).retry(2) },
        HandoverCase(testDescription: "retry with a policy") { taps in
            secondAttempt(taps).retry(
                .constantBackoff(attempts: 2, delay: .zero), scheduler: ImmediateScheduler.shared)
        },
        HandoverCase(testDescription: "timeout", first: []) { taps in
            Observable.never().timeout(.seconds(1), other: taps, scheduler: ImmediateScheduler.shared)
        },
        HandoverCase(testDescription: "repeat") { secondRun($0).repeat(2) },
        HandoverCase(testDescription: "poll") { secondRun($0).poll(every: .zero, until: { $0 < 0 }) },
        HandoverCase(testDescription: "retry(when:)") { taps in
            secondAttempt(taps).retry { errors in
                errors.enumerated().map { if $0.index > 0 { throw $0.element } }
            }
        },
    ]

    /// Returns a source whose first run emits 0 and completes, and whose second run is another source.
    private static func secondRun(_ source: Observable<Int>) -> Observable<Int> {
        let isFirst = SerialState(true)
        return .deferred {
            defer { isFirst.value = false }
            return isFirst.value ? .just(0) : source
        }
    }

    /// Returns a source whose first attempt emits 0 and fails, and whose second attempt is another source.
    private static func secondAttempt(_ source: Observable<Int>) -> Observable<Int> {
        let isFirst = SerialState(true)
        return .deferred {
            defer { isFirst.value = false }
            return isFirst.value ? Observable.just(0).concat(.error(TestError())) : source
        }
    }
}
