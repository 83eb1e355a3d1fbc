import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import RillXCTest
import XCTest

// The code of "Testing your streams" for XCTest, line for line; `DocumentationTests` compares the two.

final class SearchXCTests: XCTestCase {
    let kit = TestKit()

    func testDebounceEmitsAfterPause() {
        let queries = kit.hot("-a-b-----c|")
        let result = kit.record {
            queries.debounce(.seconds(2), scheduler: kit.scheduler).map { $0.uppercased() }
        }
        assertMarbles(result, "-----B----(C|)")
        assertSubscriptions(queries, "^---------!")
    }

    func testCleansUp() {
        assertNoLeaks {
            let subscription = Observable.interval(.seconds(5), scheduler: kit.scheduler).subscribe()
            kit.scheduler.advance(by: .seconds(11))
            subscription.dispose()
        }
    }

    func testCachedValueUsesNoScheduler() throws {
        let scheduler = UnimplementedScheduler { XCTFail($0) }
        let cached = Observable.just("rill")
        let slow = Observable.just("brook").delay(.seconds(1), scheduler: scheduler)
        XCTAssertEqual(try cached.catch { _ in slow }.wait(timeout: .seconds(1)), "rill")
    }
}
