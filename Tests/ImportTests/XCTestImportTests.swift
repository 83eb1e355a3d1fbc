import RillXCTest
import XCTest

// Besides XCTest, the only import of this file is RillXCTest.

final class XCTestImportTests: XCTestCase {
    func testOneImportSufficesForMarbles() {
        let kit = TestKit()
        let source: Observable<Int> = .from([1, 2])
        assertMarbles(kit.record { source.map { $0 + 1 } }, "(ab|)", values: ["a": 2, "b": 3])
    }
}
