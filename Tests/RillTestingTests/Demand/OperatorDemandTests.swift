import Rill
import RillSwiftTesting
import RillTesting
import Testing

/// Tests of when operators with back-pressure pause their sources.
@Suite struct OperatorDemandTests {
    let kit = TestKit()

    @Test func concatMapPausesItsSourceDuringAnInnerStream() {
        let kit = kit
        let source = kit.cold("abc|", pauses: true)
        let result = kit.record { source.concatMap { .just($0).delay(.seconds(3), scheduler: kit.scheduler) } }
        expectMarbles(result, "---a--b--(c|)")
        expectDemand(source, "(^[)--(][)--(][)--(]!)")
    }

    /// The inner streams pause at the same time, and resume in the order of their subscriptions.
    @Test func pausingSourcesResumeInOrder() {
        for _ in 0..<20 {
            let kit = TestKit()
            let inner: TestableObservable<String> = kit.cold("-a---b-|", pauses: true)
            let result = kit.record(disposedAt: 60) {
                Observable.of("1", "2", "3").flatMap { number in inner.map { number + $0 } }
                    .debounce(.seconds(1), scheduler: kit.scheduler)
                    .concatMap { .just($0).delay(.seconds(3), scheduler: kit.scheduler) }
            }
            #expect(result.values == ["3a", "3b"])
        }
    }

    @Test func flatMapPausesItsSourceAtTheMaximumNumberOfInnerStreams() {
        let kit = kit
        let source = kit.cold("abc--|", pauses: true)
        let result = kit.record {
            source.flatMap(maxConcurrent: 2) { .just($0).delay(.seconds(3), scheduler: kit.scheduler) }
        }
        expectMarbles(result, "---ab-(c|)")
        expectDemand(source, "^[-(][)]!")
    }

    @Test func mergeForwardsPauseToAllSources() {
        let (first, second) = (kit.cold("-a-b|", pauses: true), kit.cold("-----c|", pauses: true))
        expectMarbles(
            kit.record(pace: "^-[-]---!") { Observable.merge(first.asObservable(), second.asObservable()) }, "-a--bc|"
        )
        expectDemand(first, "^-[-(]!)")
        expectDemand(second, "^-[-]-!")
    }

    @Test func concatSubscribesToTheNextSourceDuringAPause() {
        let (first, second) = (kit.cold("--|"), kit.cold("a|", pauses: true))
        expectMarbles(
            kit.record(pace: "^[---]-!") { Observable.concat(first.asObservable(), second.asObservable()) }, "-----(a|)"
        )
        expectDemand(second, "--(^[)--(]!)")
    }

    @Test func observeOnForwardsPauseToSource() {
        let kit = kit
        let source = kit.cold("-a-b-c|", pauses: true)
        expectMarbles(kit.record(pace: "^-[--]--!") { source.observeOn(kit.scheduler) }, "-a---(bc)|")
        expectDemand(source, "^-[--]!")
    }

    @Test func takeDisposesSourceInTickOfResumption() {
        let source = kit.cold("abc|", pauses: true)
        expectMarbles(kit.record(pace: "(^[)---]-!") { source.take(2) }, "----(ab|)")
        expectDemand(source, "(^[)---(]!)")
    }

    @Test func retryResubscribesAfterPause() {
        let source = kit.cold("-#", pauses: true)
        let result = kit.record(pace: "^[--]---!") { source.retry(2) }
        expectMarbles(result, "-----#")
        expectDemand(source, "^[--(]!)", "----^!")
    }
}
