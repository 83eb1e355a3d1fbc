import Foundation
import Rill
import RillGitHub
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

/// Tests the search as the user types.
///
/// A tick is one second.
@Suite struct TypedSearchTests {
    private let kit = TestKit()

    /// Responds after two seconds, or after ten seconds to "slow", and with an error to "bad".
    private func makeTransport() -> StubTransport {
        StubTransport(scheduler: kit.scheduler) { request in
            switch request.queryItem("q") {
            case "slow": .json(Fixtures.searchResults(total: 99), after: .seconds(10))
            case "bad":
                .json(
                    #"{"message":"API rate limit exceeded"}"#, status: 403, fields: Fixtures.rate(remaining: 0),
                    after: .seconds(2))
            default: .json(Fixtures.searchResults(Fixtures.bareRepository), after: .seconds(2))
            }
        }
    }

    /// Returns the results as text: the search text and the number of results.
    private func search(_ texts: Observable<String>, over transport: StubTransport) -> Observable<String> {
        GitHubClient(transport: transport)
            .searchRepositories(matching: texts, debounce: .seconds(2), scheduler: kit.scheduler)
            .map { result in "\(result.text):" + (result.page.map { "\($0.totalCount)" } ?? "failed") }
    }

    @Test func debouncesTyping() {
        let transport = makeTransport()
        let texts = kit.hot("-a-b-c--------|", values: ["a": "r", "b": "ri", "c": "rill"])
        let result = kit.record { search(texts.asObservable(), over: transport) }
        #expect(result.difference(from: "---------A----|", values: ["A": "rill:1"]) == nil)
        #expect(texts.subscriptionDifference(from: "^-------------!") == nil)
        #expect(transport.exchangeDifference(from: "-------^-(h*|)") == nil)
        #expect(
            transport.requests.map(\.message.path) == ["/search/repositories?q=rill&page=1&per_page=30"])
    }

    /// The results for a stream of texts, and the diagrams of the requests.
    @Test(
        arguments: [
            // A search starts after each pause.
            (
                "-r-i-l-------m------|", ["r": "r", "i": "ri", "l": "ril", "m": "rill"], "---------A-------B--|",
                ["A": "ril:1", "B": "rill:1"], ["-------^-(h*|)", "---------------^-(h*|)"]
            ),
            // A new text cancels the previous search.
            (
                "-a----b-------|", ["a": "slow", "b": "rill"], "----------B---|", ["B": "rill:1"],
                ["---^----!", "--------^-(h*|)"]
            ),
            // An empty text yields an empty page without a request.
            ("a---b----c----|", ["a": "", "b": "slow", "c": " \t"], "--E--------E--|", ["E": ":0"], ["------^----!"]),
            // A failure does not end the stream.
            (
                "-a-----b------|", ["a": "bad", "b": "rill"], "-----F-----B--|", ["F": "bad:failed", "B": "rill:1"],
                nil
            ),
            // The stream completes after the last search.
            ("-a-|", ["a": "rill"], "-----(A|)", ["A": "rill:1"], nil),
            // An error of the texts is forwarded.
            ("-a---#", ["a": "slow"], "-----#", [:], ["---^-!"]),
        ] as [(String, [Character: String], String, [Character: String], [String]?)])
    func searchesForTexts(
        diagram: String, texts: [Character: String], results: String, values: [Character: String], requests: [String]?
    ) {
        let transport = makeTransport()
        let texts = kit.hot(diagram, values: texts)
        let result = kit.record { search(texts.asObservable(), over: transport) }
        #expect(result.difference(from: results, values: values) == nil)
        if let requests { #expect(transport.exchangeDifference(from: requests) == nil) }
    }

    @Test func ignoresWhitespaceChanges() {
        let transport = makeTransport()
        let texts = kit.hot("-a----b----c----|", values: ["a": " rill", "b": "rill ", "c": "\n\trill"])
        let result = kit.record { search(texts.asObservable(), over: transport) }
        #expect(result.difference(from: "-----A----------|", values: ["A": "rill:1"]) == nil)
        #expect(transport.requests.map { $0.queryItem("q") } == ["rill"])
    }

    @Test func resultContainsError() throws {
        let transport = makeTransport()
        let results = GitHubClient(transport: transport)
            .searchRepositories(matching: .just("bad"), debounce: .seconds(2), scheduler: kit.scheduler)
        let result = try #require(kit.record { results }.values.first)
        #expect(result.text == "bad")
        #expect(result.page == nil)
        #expect(result.error?.github?.exceededLimit == .primary)
        #expect(result.error?.status == 403)
    }

    @Test func disposalCancelsSearch() {
        let transport = makeTransport()
        let texts = kit.hot("-a----b", values: ["a": "slow", "b": "rill"])
        let result = kit.record(disposedAt: 7) { search(texts.asObservable(), over: transport) }
        #expect(result.difference(from: "-") == nil)
        #expect(transport.exchangeDifference(from: "---^---!") == nil)
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func sendsSortOrderAndPageSize() {
        let transport = makeTransport()
        let results = GitHubClient(transport: transport).searchRepositories(
            matching: .just("rill"), sort: .updated, order: .ascending, perPage: 5, debounce: .zero,
            scheduler: kit.scheduler)
        #expect(kit.record { results }.values.count == 1)
        #expect(
            transport.requests.map(\.message.path) == [
                "/search/repositories?q=rill&sort=updated&order=asc&page=1&per_page=5"
            ])
    }

    @Test func newTextCancelsRateLimitWait() {
        let transport = makeTransport()
        let waiting = RateLimitWaiting(scheduler: kit.scheduler, now: { .init(timeIntervalSince1970: 1_789_999_980) })
        let client = GitHubClient(transport: transport, middleware: [waiting])
        let texts = kit.hot("-a--------b----|", values: ["a": "bad", "b": "rill"])
        let result = kit.record {
            client.searchRepositories(
                matching: texts.asObservable(), debounce: .seconds(2), scheduler: kit.scheduler
            ).map(\.text)
        }
        #expect(result.difference(from: "--------------B|", values: ["B": "rill"]) == nil)
        #expect(transport.requests.map { $0.queryItem("q") } == ["bad", "rill"])
    }
}
