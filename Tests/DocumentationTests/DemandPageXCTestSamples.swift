import RillTesting
import RillXCTest
import XCTest

// The XCTest code of the page "Demand". `DocumentationTests` compares it with the page line by line.

final class ThumbnailXCTests: XCTestCase {
    func testNothingArrivesDuringAPause() {
        let kit = TestKit()
        let source = kit.cold("-a-b-c-d|", pauses: true)
        let result = kit.record(pace: "^--[--]---!") { source.map { $0.uppercased() } }
        assertMarbles(result, "-A----(BC)D|")
        assertDemand(source, "^--[--]-!")
    }
}
