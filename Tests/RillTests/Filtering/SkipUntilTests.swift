import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@Suite struct SkipUntilTests {
    let kit = TestKit()

    @Test(
        "emits after the first element of the other source",
        arguments: [
            ("-1--2--3--|", "-----x", "-------3--|"), ("-1--2--|", "x", "-1--2--|"), ("-1--2--|", "---|", "-------|"),
            ("-1--2--|", "---#", "---#"), ("-1--2--#", "---x-#", "----2--#"),
        ])
    func emitsAfterTheTrigger(source: String, other: String, result: String) {
        let source = kit.hot(source)
        let other = kit.hot(other)
        expectMarbles(kit.record { source.skip(until: other.asObservable()) }, result)
    }

    @Test func firstElementDisposesTheOtherSource() {
        let source = kit.hot("-1--2--|")
        let other = kit.hot("--x--x")
        _ = kit.record { source.skip(until: other.asObservable()) }
        expectSubscriptions(source, "^------!")
        expectSubscriptions(other, "^-!")
    }

    @Test func terminationOfTheSourceDisposesTheOtherSource() {
        let other = kit.hot("--------x")
        _ = kit.record { kit.hot("-1|").skip(until: other.asObservable()) }
        expectSubscriptions(other, "^-!")
    }

    @Test(
        "omits elements within the duration",
        arguments: [("-1--2--3--|", "-------3--|"), ("-1---2|", "-----2|"), ("-1#", "--#"), ("---|", "---|")])
    func omitsElementsForADuration(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { source.skip(for: .seconds(5), scheduler: kit.scheduler) }, result)
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func elementAtTheIndexIsEmitted() {
        expectMarbles(kit.record { kit.cold("-1--2--3|").element(at: 2) }, "-------(3|)")
        expectMarbles(TestKit().record { Observable.of("1").element(at: 1) }, "|")
    }
}
