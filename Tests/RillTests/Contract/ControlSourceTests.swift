import Rill
import RillTestSupport
import RillTesting
import Testing

/// Tests of rules 1.8 and 5.5 for sources that control a stream, and whose elements the subscriber does not receive.
@Suite("Contract 1.8: sources that control a stream")
struct ControlSourceTests {
    typealias Case = Named<@Sendable (TestKit) -> Observable<String>>

    private static func hot(_ kit: TestKit, _ diagram: String) -> Observable<String> {
        let source: TestableObservable<String> = kit.hot(diagram)
        return source.asObservable()
    }

    static let controlled: [Case] = [
        Case("withLatestFrom, startWith") { kit in
            hot(kit, "--A-B-|").withLatestFrom(hot(kit, "--------").startWith("x")) { $0 + $1 }
        },
        Case("withLatestFrom, catch") { kit in
            hot(kit, "--A-B-|").withLatestFrom(.error(TestError()).catch { _ in .just("x") }) { $0 + $1 }
        },
        Case("skip(until:), startWith") { kit in hot(kit, "--A-B-|").skip(until: hot(kit, "----").startWith("x")) },
        Case("take(until:), retry") { kit in hot(kit, "-A-B-----|").take(until: hot(kit, "--x--").retry(2)) },
        Case("sample, startWith") { kit in hot(kit, "-A--B---|").sample(hot(kit, "--x---y").startWith("x")) },
        Case("buffer, startWith") { kit in
            hot(kit, "-AB--C---|").buffer(boundary: hot(kit, "---x---").startWith("x")).map { $0.joined() }
        },
    ]

    @Test("1.8 a control source is not held during a pause", arguments: controlled)
    func controlSourceIsNotHeld(entry: Case) {
        let alone = TestKit()
        let values = alone.record { entry.build(alone) }.values
        let kit = TestKit()
        let pause: TestableObservable<String> = kit.cold("-----|")
        let recording = kit.record(disposedAt: 60) {
            Observable.merge(.just("s"), entry.build(kit)).concatMap { pause.startWith($0) }
        }
        #expect(!values.isEmpty)
        #expect(recording.values == ["s"] + values)
    }

    /// The second inner observable precedes the source whose element caused the pause, whether or not an empty one ran before.
    @Test("5.6 the order of turns does not depend on earlier inner observables", arguments: ["--B", "A-B"])
    func orderOfTurnsDoesNotDependOnEarlierObservables(diagram: String) {
        let kit = TestKit()
        let pause: TestableObservable<String> = kit.cold("---|")
        let first: TestableObservable<String> = kit.hot("-x")
        let second: TestableObservable<String> = kit.hot(diagram)
        let recording = kit.record(disposedAt: 60) {
            Observable.merge(
                first.flatMap { _ in Observable.of("x1", "x2", "x3") },
                second.flatMap { $0 == "A" ? Observable.of("A1").filter { _ in false } : .of("B1", "B2", "B3") }
            )
            .concatMap { pause.startWith($0) }
        }
        #expect(recording.values == ["x1", "B1", "x2", "B2", "x3", "B3"])
    }
}
