import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests that `zip` and `combineLatest` of thousands of sources take constant time per event.
@Suite struct ManySourcesTests {
    static let count = 4_000

    @Test func zipEmitsCompleteRowsOfThousandsOfSources() {
        let sources = (0..<Self.count).map { _ in Observable.of(1, 2, 3) }
        let (recorder, _) = Observable<[Int]>.zip(sources).map { $0.reduce(0, +) }.record()
        #expect(recorder.events == .completed([1, 2, 3].map { $0 * Self.count }))
    }

    @Test func zipCompletesWhenOneOfManySourcesIsExhausted() {
        let last = PublishSubject<Int>()
        let sources = (0..<10).map { Observable.from(0...$0) } + [last.asObservable()]
        let (recorder, _) = Observable<[Int]>.zip(sources).map { $0.count }.record()
        #expect(recorder.events.isEmpty)
        last.onNext(0)
        #expect(recorder.events == .completed([11]))
    }

    @Test func combineLatestWaitsForEachOfThousandsOfSources() {
        let last = PublishSubject<Int>()
        let sources = (1..<Self.count).map { _ in Observable.of(1, 2) } + [last.asObservable()]
        let (recorder, _) = Observable<[Int]>.combineLatest(sources).map { $0.reduce(0, +) }.record()
        #expect(recorder.events.isEmpty)
        last.onNext(2)
        last.onCompleted()
        #expect(recorder.events == .completed([2 * Self.count]))
    }
}
