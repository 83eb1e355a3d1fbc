import Rill
import RillHTTP
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

// Tests of the code on the first pages of Rill, RillHTTP and RillTesting. `DocumentationTests` compares it with the pages line
// by line.

@Suite struct OverviewPageSamples {
    struct Repository: Decodable, Sendable {
        let name: String
    }

    struct Repositories: Request {
        typealias Response = [Repository]
        var path: URLPath { "/users/\(user)/repos" }
        var query: QueryItems { ["per_page": 50] }
        let user: String
    }

    @Test func customClientSendsRequest() throws {
        let server = try LoopbackServer { _ in .json(#"[{"name":"swift"}]"#) }
        defer { server.stop() }
        let client = Client(baseURL: server.baseURL)
        let repositories = try client.send(Repositories(user: "a/b")).wait(timeout: .seconds(30))
        #expect(repositories.map(\.name) == ["swift"])
        #expect(server.requests.map(\.target) == ["/users/a%2Fb/repos?per_page=50"])
    }

    @Test func emitsLengths() async throws {
        let lengths = Observable.of("rill", "brook", "river")
            .map { $0.count }
            .filter { $0 > 4 }
        let subscription = lengths.subscribe(
            onNext: { print($0) },
            onError: { print($0) })
        subscription.dispose()
        #expect(try await lengths.collected() == [5, 5])
    }

    @Test func searchesForLastQuery() async throws {
        let queries = Observable.of("r", "ri", "rill")
        let shown = Log<[String]>()
        @Sendable func search(_ query: String) -> Observable<[String]> { .just([query]) }
        @Sendable func show(_ page: [String]) { shown.append(page) }
        let results =
            queries
            .debounce(.milliseconds(300))
            .distinctUntilChanged()
            .flatMapLatest { search($0).catchAndReturn([]) }
        let subscription = results.subscribe(on: MainActor.shared, onNext: { show($0) })
        for try await page in results.values { show(page) }
        let first = try await results.firstValue()
        #expect(first == ["rill"])
        #expect(await shown.wait(for: 2) == [["rill"], ["rill"]])
        subscription.dispose()
    }

    @Test func testing() {
        let kit = TestKit()
        let source = kit.hot("-1--2--3-|", values: ["1": 1, "2": 2, "3": 3])
        let result = kit.record { source.map { $0 * 10 } }
        #expect(result.difference(from: "-a--b--c-|", values: ["a": 10, "b": 20, "c": 30]) == nil)
        #expect(source.subscriptionDifference(from: "^--------!") == nil)
    }
}
