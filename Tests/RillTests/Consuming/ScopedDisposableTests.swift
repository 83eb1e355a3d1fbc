import Rill
import RillTestSupport
import RillTesting
import Testing

@Suite struct ScopedDisposableTests {
    @Test func releaseDisposesTheSubscription() {
        let source = ManualSource()
        let (recorder, subscription) = source.observable.record()
        var scoped: ScopedDisposable? = subscription.scoped()
        source.send(1)
        #expect(scoped?.isDisposed == false)
        #expect(source.disposalCount == 0)
        scoped = nil
        #expect(subscription.isDisposed)
        #expect(source.disposalCount == 1)
        source.send(2)
        #expect(recorder.events == [.next(1)])
    }

    @Test func deallocatedOwnerDisposesTheSubscription() {
        let source = ManualSource()
        do {
            let search = Search(tags: source.observable)
            source.send(1)
            #expect(search.found == ["1"])
            #expect(source.disposalCount == 0)
        }
        #expect(source.disposalCount == 1)
    }

    @Test func explicitDisposeRunsOnce() {
        let runs = Log<String>()
        let scoped = Disposable { runs.append("disposed") }.scoped()
        scoped.dispose()
        scoped.dispose()
        #expect(scoped.isDisposed)
        #expect(runs.entries == ["disposed"])
    }

    @Test func releaseAfterCompletionHasNoEffect() {
        let source = ManualSource()
        let (recorder, subscription) = source.observable.record()
        do {
            let scoped = subscription.scoped()
            source.send(1, thenComplete: true)
            #expect(scoped.isDisposed)
        }
        #expect(recorder.isCompleted)
        #expect(source.disposalCount == 1)
    }

    @Test func releasingFirstOfSeveralHandlesDisposes() {
        let runs = Log<String>()
        let disposable = Disposable { runs.append("disposed") }
        let kept = disposable.scoped()
        do { _ = disposable.scoped() }
        #expect(kept.isDisposed)
        #expect(runs.entries == ["disposed"])
    }
}

/// The example from the documentation.
private final class Search {
    private let updates: ScopedDisposable
    private let log = Log<String>()

    var found: [String] { log.entries }

    init(tags: Observable<Int>) {
        updates = tags.subscribe(onNext: { [log] in log.append("\($0)") }).scoped()
    }
}
