import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTesting
import Synchronization
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

    @Test func pricesArriveInOrder() throws {
        let transport = CassetteTransport(cassettes.appending(path: "prices.har"))
        let client = Client(baseURL: "https://prices.example", transport: transport)
        let prices = try client.serverSentEvents(Prices()).take(3).toArray().wait(timeout: .seconds(60))
        #expect(prices.map(\.data) == [#"{"price":101}"#, #"{"price":99}"#, #"{"price":104}"#])
    }

    struct SignIn: Request {
        typealias Response = User
        let password: String
        var method: HTTPRequest.Method { .post }
        var path: URLPath { "/session" }
        var body: HTTPBody { .json(["password": password]) }
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

    @Test func oldRecordingFails() {
        let transport = CassetteTransport(
            cassettes.appending(path: "prices.har"), maximumAge: .fail(after: .zero))
        let client = Client(baseURL: "https://prices.example", transport: transport)
        let error = #expect(throws: APIError.self) {
            try client.send(Prices()).wait(timeout: .seconds(10))
        }
        #expect(error?.reason.contains("is stale: log.entries[0] was recorded at 2026-11-23T12:40:00Z") == true)
    }

    @Test func oldRecordingIsPlayedWithWarning() throws {
        let warnings = Mutex<[String]>([])
        let transport = CassetteTransport(
            cassettes.appending(path: "prices.har"), maximumAge: .warn(after: .zero),
            onWarning: { text in warnings.withLock { $0.append(text) } })
        let client = Client(baseURL: "https://prices.example", transport: transport)
        _ = try client.serverSentEvents(Prices()).take(1).wait(timeout: .seconds(10))
        #expect(warnings.withLock { $0.count } == 1)
    }

    @Test func driftIsAWarning() throws {
        let server = try LoopbackServer { _ in
            .json(#"{"name":"bob","token":"a token","age":42}"#, status: .created)
        }
        defer { server.stop() }
        let warnings = Mutex<[String]>([])
        let transport = CassetteTransport(
            cassettes.appending(path: "session.har"), mode: .drift, matching: .init(parts: [.method, .path]),
            onWarning: { text in warnings.withLock { $0.append(text) } })
        let client = Client(baseURL: server.baseURL, transport: transport)
        let user = try client.send(SignIn(password: "a password")).wait(timeout: .seconds(10))
        #expect(user.token == "a token")
        #expect(
            warnings.withLock { $0 } == [
                "log.entries[0] of session.har differs from the response to POST \(server.baseURL)/session: "
                    + "body at age: received, not recorded"
            ])
    }
}
