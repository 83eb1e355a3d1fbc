import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTesting
import Testing

// The samples on the page "Testing your streams". `DocumentationTests` compares it with the page line by line.

@Suite struct SearchTests {
    let kit = TestKit()

    @Test func debounceEmitsAfterPause() {
        let queries = kit.hot("-a-b-----c|")
        let result = kit.record {
            queries.debounce(.seconds(2), scheduler: kit.scheduler).map { $0.uppercased() }
        }
        expectMarbles(result, "-----B----(C|)")
        expectSubscriptions(queries, "^---------!")
    }

    @Test func retryMakesThreeAttempts() {
        let source = kit.cold("-#")
        let policy = RetryPolicy.exponentialBackoff(attempts: 3, initial: .seconds(2), jitter: .none)
        let result = kit.record { source.retry(policy, scheduler: kit.scheduler) }
        expectMarbles(result, "---------#")
        expectSubscriptions(source, "^!", "---^!", "--------^!")
    }

    struct Repository: Decodable, Sendable, Equatable {
        let name: String
    }

    struct Repositories: Request {
        typealias Response = [Repository]
        var path: URLPath { "/users/\(user)/repos" }
        let user: String
    }

    @Test func retryRepeatsFailedRequest() {
        let transport = StubTransport(
            scheduler: kit.scheduler,
            responses: [
                "GET /users/apple/repos": .marbles("-#"),
                "GET /users/apple/repos": .marbles("--h(a|)", chunks: ["a": #"[{"name":"swift"}]"#]),
            ])
        let client = Client(baseURL: "https://api.github.example", transport: transport)
        let policy = RetryPolicy.constantBackoff(attempts: 2, delay: .seconds(3))
        let result = kit.record {
            client.send(Repositories(user: "apple")).retry(policy, scheduler: kit.scheduler).map { $0.map(\.name) }
        }
        expectMarbles(result, "-------(a|)", values: ["a": ["swift"]])
        expectExchanges(transport, "^#", "----^-h(a|)")
        #expect(transport.scriptDifference() == nil)
    }

    @Test func newQueryCancelsPreviousRequest() {
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            request.path == "/users/a/repos" ? .marbles("-h-!") : .marbles("-h(a|)", chunks: ["a": "[]"])
        }
        let client = Client(baseURL: "https://api.github.example", transport: transport)
        let users = kit.hot("a--b|")
        let result = kit.record { users.flatMapLatest { client.send(Repositories(user: $0)) } }
        expectMarbles(result, "-----(r|)", values: ["r": []])
        #expect(transport.cancellationDifference() == nil)
    }

    @Test func clientDecodesRecordedResponse() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cassettes/apple.har")
        let client = Client(baseURL: "https://api.github.example", transport: CassetteTransport(file))
        let names = try client.send(Repositories(user: "apple")).map { $0.map(\.name) }.wait(timeout: .seconds(10))
        #expect(names == ["swift"])
    }

    @Test func ledgerReportsForgottenSubscription() {
        let ledger = Ledger()
        let scheduler = ledger.watch {
            let scheduler = TestScheduler()
            _ = Observable.interval(.seconds(5), scheduler: scheduler).subscribe(onNext: { print($0) })
            return scheduler
        }
        #expect(ledger.leakReport?.hasPrefix("1 subscription is open:") == true)
        #expect(ledger.entries.map(\.kind) == [.subscription, .timer])
        #expect(scheduler.pendingCount == 1)
    }

    @Test func endsOnRealScheduler() async {
        let ledger = Ledger()
        ledger.watch {
            _ = Observable.of(1, 2).delay(.milliseconds(1), scheduler: SerialDispatchQueueScheduler()).subscribe()
        }
        #expect(await ledger.waitUntilClosed())
        #expect(ledger.leakReport == nil)
    }

    @Test(.ledger) func cleansUp() {
        let subscription = Observable.interval(.seconds(5), scheduler: kit.scheduler).subscribe()
        kit.scheduler.advance(by: .seconds(11))
        subscription.dispose()
    }
}
