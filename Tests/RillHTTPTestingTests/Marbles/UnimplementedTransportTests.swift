import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

@Suite struct UnimplementedTransportTests {
    private let message = "GET /search failed: UnimplementedTransport does not expect any request"

    @Test func reportsEachSubscriptionWithoutSecretsAndFails() throws {
        let reports = Box<[String]>([])
        let transport = UnimplementedTransport { reports.value.append($0) }
        let client = makeClient(transport, TestKit())
        let search = client.send(Search(text: "secret"))
        #expect(reports.value == [])
        let result = TestKit().record { search }
        #expect(reports.value == [message])
        let error = try #require(result.error as? APIError)
        #expect(error.underlying as? TransportError == TransportError(.unavailable, message))
        _ = TestKit().record { search.retry(2) }
        #expect(reports.value == [message, message, message])
    }

    @Test func reportsOnlyTheMethodWithoutAPath() {
        let reports = Box<[String]>([])
        let transport = UnimplementedTransport { reports.value.append($0) }
        let request = HTTPRequest(method: .connect, scheme: nil, authority: "user:secret@h", path: nil)
        _ = TestKit().record { transport.send(request, body: nil) }
        #expect(reports.value == ["CONNECT failed: UnimplementedTransport does not expect any request"])
    }

    @Test func recordsAnIssueAsDocumented() {
        let client = Client(
            baseURL: "https://qiita.example",
            transport: UnimplementedTransport { message in Issue.record("\(message)") })
        withKnownIssue {
            _ = TestKit().record { client.send(Search(text: "x")) }
        } matching: { issue in
            issue.comments.map(\.rawValue) == [message]
        }
    }
}
