import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import RillXCTest
import XCTest

// The XCTest code on the page "Recording responses". `DocumentationTests` compares it with the page line by line.

final class PriceXCTests: XCTestCase {
    let kit = TestKit()
    let cassettes = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cassettes")

    struct Prices: Request {
        typealias Response = String
        var path: URLPath { "/prices" }
    }

    func testPricesArriveAtRecordedTimes() {
        let transport = CassetteTransport(cassettes.appending(path: "prices.har"), scheduler: kit.scheduler)
        let client = Client(baseURL: "https://prices.example", transport: transport)
        let result = kit.record(disposedAt: 60) { client.serverSentEvents(Prices()).map(\.data) }
        assertMarbles(
            result, "-a--bc",
            values: ["a": #"{"price":101}"#, "b": #"{"price":99}"#, "c": #"{"price":104}"#])
    }

    func testOldRecordingIsPlayedWithWarning() throws {
        let warned = expectation(description: "warning")
        let transport = CassetteTransport(
            cassettes.appending(path: "prices.har"), maximumAge: .warn(after: .zero),
            onWarning: { _ in warned.fulfill() })
        let client = Client(baseURL: "https://prices.example", transport: transport)
        _ = try client.serverSentEvents(Prices()).take(1).wait(timeout: .seconds(10))
        wait(for: [warned], timeout: 1)
    }
}
