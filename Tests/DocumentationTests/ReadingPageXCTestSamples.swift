import Rill
import RillTesting
import RillXCTest
import XCTest

// The XCTest code of the page "Reading a stream step by step". `DocumentationTests` compares it with the page line by
// line.

final class QueryModelXCTests: XCTestCase {
    func testModelEmitsTheLastQuery() async throws {
        let kit = TestKit()
        let model = QueryModel(scheduler: kit.scheduler)
        let reader = kit.reader(of: model.queries)
        model.type("r")
        model.type("rill")
        let query = try await reader.next()
        XCTAssertEqual(query, "rill")
        await reader.cancelAndExpectNothingLeft()
    }
}
