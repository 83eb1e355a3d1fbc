import Rill
import RillSwiftTesting
import RillTesting
import Testing

/// Tests of the element type of diagrams without `values:`.
@Suite struct DiagramOverloadTests {
    let kit = TestKit()

    @Test func diagramsWithoutValuesHaveStrings() throws {
        let hot = kit.hot("A--B--|")
        #expect(type(of: hot) == TestableObservable<String>.self)
        let parsed = try MarbleDiagram("AB|")
        let recordings = [
            kit.record { hot.map { "<\($0)>" } }, kit.record { kit.hot("A--B--|").map { "<\($0)>" } },
            kit.record { kit.cold("A--B--|").map { "<\($0)>" } },
            kit.record { kit.cold("AB|", pauses: true).map { "<\($0)>" } },
            kit.record { kit.cold(parsed).map { "<\($0)>" } },
            kit.record { kit.cold(try! MarbleDiagram("AB|")).map { "<\($0)>" } },
        ]
        #expect(recordings.map(\.values) == Array(repeating: ["<A>", "<B>"], count: 6))
    }

    @Test func closuresThatAcceptAnyTypeCompile() {
        let printed = Box("")
        let print: @Sendable (Any) -> Void = { printed.value += "\($0)" }
        _ = kit.record { kit.hot("|").do(onNext: { print($0) }) }
        _ = kit.record { kit.hot("a|").do(onNext: { print($0) }) }
        _ = kit.record { kit.cold("b#", error: TestError("x")).do(onNext: { print($0) }) }
        #expect(printed.value == "ab")
    }

    @Test func elementTypeCanComeFromTheContext() {
        let numbers: TestableObservable<Int> = kit.cold("-|")
        #expect(kit.record { numbers.map { $0 + 1 } }.isCompleted)
        #expect(kit.record { Observable.just(1).concat(kit.cold("#").asObservable()) }.values == [1])
        #expect(kit.record { kit.cold("ab|", values: ["a": 1, "b": 2]).map { $0 + 1 } }.values == [2, 3])
    }

    @Test func expectationsCompareAnyType() {
        expectMarbles(kit.record { Observable.of(1, 2) }, "(ab|)", values: ["a": 1, "b": 2])
        expectMarbles(kit.record { Observable<Int>.empty() }, "|")
        expectMarbles(kit.record { Observable.of("a", "b").map { "\($0)" } }, "(ab|)")
        let other = TestKit()
        expectMarbles(other.timeline { other.cold("a|").map { "\($0)" } }, "a|")
    }
}
