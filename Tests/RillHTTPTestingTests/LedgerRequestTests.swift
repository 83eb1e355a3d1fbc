import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

@Suite struct LedgerRequestTests {
    @Test func reportsRunningRequests() throws {
        let ledger = Ledger()
        try ledger.watch {
            let kit = TestKit()
            let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("--(h|)") }
            let request = HTTPRequest(
                method: .get, scheme: "https", authority: "qiita.example", path: "/tags?token=s3cret")
            let line: UInt = #line + 1
            let subscription = transport.send(request, body: nil).subscribe()
            kit.scheduler.advance(by: .seconds(1))
            #expect(
                ledger.leakReport == """
                    1 subscription is open:
                        subscribe at RillHTTPTestingTests/LedgerRequestTests.swift:\(line)
                    1 timer is pending:
                        due at tick 2
                    1 request is in flight:
                        GET /tags
                    """)
            try kit.scheduler.run()
            #expect(ledger.leakReport == nil)
            subscription.dispose()
        }
    }

    @Test func doesNotReportDisposedRequests() {
        let ledger = Ledger()
        ledger.watch {
            let kit = TestKit()
            let transport = StubTransport(scheduler: kit.scheduler) { _ in .never }
            let request = HTTPRequest(method: .get, scheme: "https", authority: "qiita.example", path: "/tags")
            transport.send(request, body: nil).subscribe().dispose()
            #expect(transport.requests.count == 1)
            #expect(ledger.leakReport == nil)
        }
    }
}
