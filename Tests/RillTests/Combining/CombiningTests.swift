import Rill
import RillSwiftTesting
import RillTesting
import Testing

/// Tests of behavior that is specific to individual combining and flattening operators.
///
/// The contract tests cover the common rules.
@Suite struct CombiningTests {
    let kit = TestKit()

    @Test func mergeInterleavesElementsInOrderOfArrival() {
        let first = kit.hot("-1---3|")
        let second = kit.hot("---2------4|")
        expectMarbles(kit.record { Observable.merge(first.asObservable(), second.asObservable()) }, "-1-2-3----4|")
    }

    @Test func mergeDisposesOtherSourcesOnError() {
        let first = kit.hot("-1-#")
        let second = kit.hot("--2---3|")
        expectMarbles(kit.record { Observable.merge(first.asObservable(), second.asObservable()) }, "-12#")
        expectSubscriptions(second, "^--!")
    }

    @Test func concatSubscribesToTheNextSourceOnCompletion() {
        let first = kit.cold("-1-|")
        let second = kit.cold("-2-|")
        expectMarbles(kit.record { first.concat(second.asObservable()) }, "-1--2-|")
        expectSubscriptions(second, "---^--!")
    }

    @Test func zipPairsInOrderAndCompletesWhenCompletedSourceIsExhausted() {
        let first = kit.hot("-1--2-----3--|")
        let second = kit.hot("---a---b-------c--|")
        let zipped = kit.record { Observable.zip(first.asObservable(), second.asObservable()) { $0 + $1 } }
        expectMarbles(
            zipped, "---x---y-------(z|)", values: ["x": "1a", "y": "2b", "z": "3c"])
    }

    @Test func zipCompletesWhenNoMorePairsArePossible() {
        let first = kit.hot("-1-|")
        let second = kit.hot("--a---b|")
        expectMarbles(
            kit.record { Observable.zip(first.asObservable(), second.asObservable()) { $0 + $1 } }, "--x|",
            values: ["x": "1a"])
    }

    @Test func combineLatestWaitsForAllSourcesAndCompletesWithTheLast() {
        let first = kit.hot("-1-----2----|")
        let second = kit.hot("---a-----b-----|")
        expectMarbles(
            kit.record { Observable.combineLatest(first.asObservable(), second.asObservable()) { $0 + $1 } },
            "---x---y-z-----|", values: ["x": "1a", "y": "2a", "z": "2b"])
    }

    @Test func combineLatestCompletesWhenASourceCompletesEmpty() {
        let first = kit.hot("-1---2---|")
        let second = kit.hot("---|")
        expectMarbles(
            kit.record { Observable.combineLatest(first.asObservable(), second.asObservable()) { $0 + $1 } }, "---|")
    }

    @Test func flatMapQueuesInnersAboveMaxConcurrent() {
        let source = kit.hot("-(123)|")
        let inner = kit.cold("---a|")
        expectMarbles(kit.record { source.flatMap(maxConcurrent: 2) { _ in inner.asObservable() } }, "----(aa)---a|")
        expectSubscriptions(inner, "-^---!", "-^---!", "-----^---!")
    }

    @Test func concatMapSubscribesToInnersSequentially() {
        let source = kit.hot("-12|")
        let inner = kit.cold("-a-b|")
        expectMarbles(kit.record { source.concatMap { _ in inner.asObservable() } }, "--a-b-a-b|")
    }

    @Test func retryCountsAttempts() {
        let source = kit.cold("-1#")
        expectMarbles(kit.record { source.retry(3) }, "-1-1-1#")
        expectSubscriptions(source, "^-!", "--^-!", "----^-!")
    }

    @Test func catchReleasesTheFailedSourceFirst() {
        let source = kit.cold("-1#")
        let other = kit.cold("-9|")
        expectMarbles(kit.record { source.catch { _ in other.asObservable() } }, "-1-9|")
        expectSubscriptions(source, "^-!")
        expectSubscriptions(other, "--^-!")
    }
}
