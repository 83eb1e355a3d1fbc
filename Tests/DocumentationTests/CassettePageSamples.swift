import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTesting
import Testing

// The samples on the page "Recording responses". `DocumentationTests` compares it with the page line by line.

@Suite struct PriceTests {
    let kit = TestKit()
    let cassettes = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cassettes")

    struct Prices: Request {
        typealias Response = String
        var path: URLPath { "/prices" }
    }

    @Test func pricesArriveAtRecordedTimes() {
        let transport = CassetteTransport(cassettes.appending(path: "prices.har"), scheduler: kit.scheduler)
        let client = Client(baseURL: "https://prices.example", transport: transport)
        let result = kit.record(disposedAt: 60) { client.serverSentEvents(Prices()).map(\.data) }
        expectMarbles(
            result, "-a--bc",
            values: ["a": #"{"price":101}"#, "b": #"{"price":99}"#, "c": #"{"price":104}"#])
    }
}
