import Rill
import RillTesting
import RillXCTest
import XCTest

// The XCTest code of the page "Reading a stream step by step". `DocumentationTests` compares it with the page line by
// line.

final class QueryXCTests: XCTestCase {
    func testLastQueryIsEmitted() async throws {
        let kit = TestKit()
        let input = PublishSubject<String>()
        let reader = kit.reader(of: input.debounce(.seconds(2), scheduler: kit.scheduler))
        input.onNext("r")
        input.onNext("rill")
        let query = try await reader.next()
        XCTAssertEqual(query, "rill")
        await reader.disposeAndExpectNoUnreadEvents()
    }
}
