import Rill
import RillSwiftTesting
import RillTesting
import Testing

/// Tests of behavior that is specific to individual combining and flattening operators.
///
/// The contract tests cover the common rules.
@Suite struct CombiningTests {
    let kit = TestKit()

    @Test(arguments: [
        MarblePair("order of arrival", "-1---3|", "---2------4|", "-1-2-3----4|"),
        MarblePair("an error disposes other sources", "-1-#", "--2---3|", "-12#", (nil, ["^--!"])),
    ])
    func mergeInterleavesElements(row: MarblePair) {
        row.check { .merge($0.asObservable(), $1.asObservable()) }
    }

    @Test func concatSubscribesToTheNextSourceOnCompletion() {
        let first = kit.cold("-1-|")
        let second = kit.cold("-2-|")
        expectMarbles(kit.record { first.concat(second.asObservable()) }, "-1--2-|")
        expectSubscriptions(second, "---^--!")
    }

    @Test(arguments: [
        MarblePair(
            "completes when a completed source is exhausted", "-1--2-----3--|", "---a---b-------c--|",
            "---x---y-------(z|)", values: ["x": "1a", "y": "2b", "z": "3c"]),
        MarblePair("completes when no more pairs are possible", "-1-|", "--a---b|", "--x|", values: ["x": "1a"]),
    ])
    func zipPairsInOrderAndCompletes(row: MarblePair) {
        row.check { .zip($0.asObservable(), $1.asObservable()) { $0 + $1 } }
    }

    @Test(arguments: [
        MarblePair(
            "completes with the last source", "-1-----2----|", "---a-----b-----|", "---x---y-z-----|",
            values: ["x": "1a", "y": "2a", "z": "2b"]),
        MarblePair("completes when a source completes empty", "-1---2---|", "---|", "---|"),
    ])
    func combineLatestWaitsForAllSourcesAndCompletes(row: MarblePair) {
        row.check { .combineLatest($0.asObservable(), $1.asObservable()) { $0 + $1 } }
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
