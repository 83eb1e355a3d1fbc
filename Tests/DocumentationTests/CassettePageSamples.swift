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

    struct SignIn: Request {
        typealias Response = User
        let password: String
        var method: HTTPRequest.Method { .post }
        var path: URLPath { "/session" }
        var body: HTTPBody? { try? .json(["password": password]) }
    }

    struct User: Decodable, Sendable {
        let name: String
        let token: String
    }

    @Test func servicesHaveTheirOwnCassettes() throws {
        let transport = CassetteTransport([
            "https://auth.example": cassettes.appending(path: "session.har"),
            "https://prices.example": cassettes.appending(path: "prices.har"),
        ])
        let auth = Client(baseURL: "https://auth.example", transport: transport)
        let user = try auth.send(SignIn(password: "a password")).wait(timeout: .seconds(10))
        var prices = Client(baseURL: "https://prices.example", transport: transport)
        prices.defaultFields = [.authorization: "Bearer \(user.token)"]
        let first = try prices.serverSentEvents(Prices()).take(1).wait(timeout: .seconds(10))
        #expect(user.name == "alice")
        #expect(first.data == #"{"price":101}"#)
    }
}
