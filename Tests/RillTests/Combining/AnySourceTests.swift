import Rill
import RillTestSupport
import RillTesting
import Testing

/// Tests that operators accept sources that are not observables, and sources of several types in one call.
@Suite struct AnySourceTests {
    private struct Failure: Error {}

    private let subject = ReplaySubject<Int>(bufferSize: 2)
    private let current = BehaviorSubject(5)
    private let numbers = Observable.of(1, 2)

    init() {
        subject.onNext(3)
        subject.onNext(4)
        subject.onCompleted()
        current.onCompleted()
    }

    private func expect(
        _ stream: Observable<Int>, _ values: [Int], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(Recorder(stream).values == values, sourceLocation: sourceLocation)
    }

    @Test func operatorsWithSeveralSources() {
        expect(.merge(numbers, subject), [1, 2, 3, 4])
        expect(.merge(subject, subject), [3, 4, 3, 4])
        expect(.merge([numbers, subject]), [1, 2, 3, 4])
        expect(.concat(subject, numbers), [3, 4, 1, 2])
        expect(.concat([subject, subject]), [3, 4, 3, 4])
        expect(numbers.concat(subject), [1, 2, 3, 4])
        expect(.amb([subject, subject]), [3, 4])
        expect(Observable.never().amb(subject), [3, 4])
        expect(Observable.zip([subject, subject]).map { $0.reduce(0, +) }, [6, 8])
        expect(Observable.combineLatest([subject, subject]).map { $0.reduce(0, +) }, [7, 8])
    }

    @Test func zipWithTwoToSixSources() {
        expect(.zip(numbers, subject) { $0 * 10 + $1 }, [13, 24])
        expect(Observable.zip(subject, numbers).map { $0 * 10 + $1 }, [31, 42])
        expect(.zip(numbers, subject, numbers) { $0 + $1 + $2 }, [5, 8])
        expect(Observable.zip(numbers, subject, numbers).map { $0 + $1 + $2 }, [5, 8])
        expect(.zip(numbers, subject, numbers, subject) { $0 + $1 + $2 + $3 }, [8, 12])
        expect(Observable.zip(numbers, subject, numbers, subject).map { $0 + $1 + $2 + $3 }, [8, 12])
        let five = Observable.zip(numbers, subject, numbers, subject, numbers) { $0 + $1 + $2 + $3 + $4 }
        expect(five, [9, 14])
        let six = Observable.zip(numbers, subject, numbers, subject, numbers, subject)
        expect(six.map { $0 + $1 + $2 + $3 + $4 + $5 }, [12, 18])
    }

    @Test func combineLatestWithTwoToSixSources() {
        expect(.combineLatest(subject, numbers) { $0 * 10 + $1 }, [41, 42])
        expect(Observable.combineLatest(subject, numbers).map { $0 * 10 + $1 }, [41, 42])
        expect(.combineLatest(subject, subject, numbers) { $0 + $1 + $2 }, [9, 10])
        expect(Observable.combineLatest(subject, subject, numbers).map { $0 + $1 + $2 }, [9, 10])
        expect(.combineLatest(subject, subject, subject, numbers) { $0 + $1 + $2 + $3 }, [13, 14])
        let four = Observable.combineLatest(subject, subject, subject, numbers)
        expect(four.map { $0 + $1 + $2 + $3 }, [13, 14])
        let five = Observable.combineLatest(subject, subject, subject, subject, numbers) { $0 + $1 + $2 + $3 + $4 }
        expect(five, [17, 18])
        let six = Observable.combineLatest(subject, subject, subject, subject, subject, numbers)
        expect(six.map { $0 + $1 + $2 + $3 + $4 + $5 }, [21, 22])
    }

    @Test func operatorsWithAnotherSource() {
        expect(numbers.withLatestFrom(subject) { $0 * 10 + $1 }, [14, 24])
        expect(numbers.withLatestFrom(subject), [4, 4])
        expect(numbers.take(until: subject), [])
        expect(numbers.skip(until: subject), [1, 2])
        expect(numbers.sample(subject), [])
        expect(numbers.buffer(boundary: subject).map(\.count), [2])
        expect(Observable.empty().ifEmpty(switchTo: subject), [3, 4])
        expect(Observable.never().timeout(.zero, other: subject, scheduler: ImmediateScheduler.shared), [3, 4])
    }

    @Test func closuresThatReturnSubjects() {
        expect(numbers.flatMap { _ in subject }, [3, 4, 3, 4])
        expect(numbers.flatMap(maxConcurrent: 1) { _ in subject }, [3, 4, 3, 4])
        expect(numbers.flatMapLatest { _ in subject }, [3, 4, 3, 4])
        expect(numbers.flatMapFirst { _ in subject }, [3, 4, 3, 4])
        expect(numbers.concatMap { _ in subject }, [3, 4, 3, 4])
        expect(numbers.concatMap(by: { $0 }) { _ in subject }, [3, 4, 3, 4])
        expect(Observable.error(Failure()).catch { _ in subject }, [3, 4])
        expect(Observable.error(Failure()).catch(as: Failure.self) { _ in subject }, [3, 4])
        expect(.deferred { subject }, [3, 4])
        expect(numbers.repeat { Wrapper(stream: $0.take(1)) }, [1, 2, 1, 2])
        expect(numbers.concat(.error(Failure())).retry { Wrapper(stream: $0.take(1)) }, [1, 2, 1, 2])
    }

    @Test func extensionsOfTheProtocolCombineWithOtherSources() {
        expect(subject.both(numbers), [3, 4, 1, 2])
        expect(numbers.both(current), [1, 2])
    }
}

private struct Wrapper<Element: Sendable>: ObservableConvertible {
    let stream: Observable<Element>

    func asObservable() -> Observable<Element> { stream }
}

extension ObservableConvertible<Int> {
    fileprivate func both(_ other: some ObservableConvertible<Int>) -> Observable<Int> { .merge(self, other) }
}
