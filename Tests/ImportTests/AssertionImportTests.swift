import RillSwiftTesting
import Testing

// Besides Testing, the only import of this file is RillSwiftTesting.

@Suite struct AssertionImportTests {
    @Test func oneImportSufficesForMarbles() {
        let kit = TestKit()
        let source: Observable<Int> = .from([1, 2])
        expectMarbles(kit.record { source.map { $0 + 1 } }, "(ab|)", values: ["a": 2, "b": 3])
    }
}
