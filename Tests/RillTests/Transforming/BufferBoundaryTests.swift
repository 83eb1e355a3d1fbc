import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct BufferBoundaryTests {
    let kit = TestKit()

    private func joined(_ source: TestableObservable<String>, _ boundary: TestableObservable<String>)
        -> Observable<String>
    {
        source.buffer(boundary: boundary).map { $0.joined() }
    }

    @Test func arraysEndAtBoundary() {
        let source = kit.hot("-1-2-----3-4-5-|")
        let boundary = kit.hot("x---x-x-----x---")
        expectMarbles(
            kit.record { joined(source, boundary) }, "----a-------b--(c|)", values: ["a": "12", "b": "34", "c": "5"])
        expectSubscriptions(boundary, "^--------------!")
    }

    @Test func remainingElementsFormOneArrayAfterBoundaryCompletes() {
        let source = kit.hot("-1-2-3-|")
        let boundary = kit.hot("--x|")
        expectMarbles(kit.record { joined(source, boundary) }, "--1----(a|)", values: ["1": "1", "a": "23"])
        expectSubscriptions(boundary, "^--!")
    }

    @Test(arguments: [("-1-#", "------", "---#"), ("-1----", "---#", "---#")])
    func errorDropsRemainingElements(source: String, boundary: String, result: String) {
        let (source, boundary) = (kit.hot(source), kit.hot(boundary))
        expectMarbles(kit.record { joined(source, boundary) }, result)
        expectSubscriptions(source, "^--!")
        expectSubscriptions(boundary, "^--!")
    }

    @Test func emptySourceEmitsNothing() {
        expectMarbles(kit.record { joined(kit.hot("---|"), kit.hot("-x-x")) }, "---|")
    }
}
