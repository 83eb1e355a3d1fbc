import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

@Suite struct ConoHaClientTests {
    @Test func sendsNothingBeforeSubscription() {
        let transport = StubTransport { _ in .json(#"{"versions":{"values":[]}}"#, status: .multipleChoices) }
        let versions = ConoHaClient(transport: transport).versions()
        #expect(transport.requests.isEmpty)
        #expect(Recorder(versions).values == [[]])
        #expect(transport.requests.map { SentRequest($0) } == [SentRequest("GET https://identity.c3j1.conoha.io/")])
    }

    @Test(arguments: [
        (Region.tyo1, "https://identity.tyo1.conoha.io"), (.sin1, "https://identity.sin1.conoha.io"),
        (.sjc1, "https://identity.sjc1.conoha.io"), (.tyo2, "https://identity.tyo2.conoha.io"),
        (.tyo3, "https://identity.tyo3.conoha.io"), (.c3j1, "https://identity.c3j1.conoha.io"),
        (.c3j2, "https://identity.c3j2.conoha.io"), ("c3j9", "https://identity.c3j9.conoha.io"),
    ])
    func regionsHaveIdentityURLs(region: Region, url: String) {
        #expect(region.identityURL == url)
    }

    @Test(arguments: [
        "http://127.0.0.1:5000", "http://127.0.0.1:5000/", "http://127.0.0.1:5000/v3", "http://127.0.0.1:5000/v3/",
        "http://127.0.0.1:5000/v2.0", "http://127.0.0.1:5000/v2.0//",
    ])
    func ignoresVersionInBaseURL(url: String) {
        let transport = StubTransport { _ in .json(#"{"version":\#(Fixtures.version3)}"#) }
        let client = ConoHaClient(baseURL: url, transport: transport)
        #expect(Recorder(client.version(.v3)).values.map(\.id) == ["v3.14"])
        #expect(transport.requests.map(\.url) == ["http://127.0.0.1:5000/v3"])
    }

    @Test func keepsPathBeforeVersion() {
        let transport = StubTransport { _ in .json(#"{"catalog":[]}"#) }
        let client = ConoHaClient(token: "t", baseURL: "https://cloud.test/identity/v3", transport: transport)
        #expect(Recorder(client.catalog()).values == [Catalog()])
        #expect(transport.requests.map(\.url) == ["https://cloud.test/identity/v3/auth/catalog"])
    }

    @Test func sendsTokenExceptForLoginsAndVersions() {
        let transport = StubTransport { _ in .status(.badGateway) }
        let client = ConoHaClient(token: "own-token", transport: transport)
        _ = Recorder(client.versions())
        _ = Recorder(client.version(.v2))
        _ = Recorder(client.access(.token("x")))
        _ = Recorder(client.token(.token("x")))
        #expect(transport.requests.map { $0.headerFields[.authToken] } == [nil, nil, nil, nil])
        _ = Recorder(client.tenants())
        _ = Recorder(client.allProjects())
        _ = Recorder(client.with(token: "other").catalog())
        _ = Recorder(client.with(token: nil).catalog())
        _ = Recorder(client.with(token: "").catalog())
        #expect(
            transport.requests.dropFirst(4).map { $0.headerFields[.authToken] }
                == ["own-token", "own-token", "other", nil, nil])
    }

    @Test func failsAfterTimeout() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in .json("{}", after: .seconds(9)) }
        let client = ConoHaClient(transport: transport, timeout: .seconds(5), scheduler: scheduler)
        let recorder = Recorder(client.versions())
        scheduler.advance(by: .seconds(4))
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .seconds(1))
        #expect(try recorder.failure().stage == .deadline)
        #expect(transport.requests.first?.isCancelled == true)
    }

    @Test func appliesMiddleware() {
        struct Mark: Middleware {
            func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
                var request = request
                request.headerFields[.userAgent] = "marked"
                return next(request, body)
            }
        }
        let transport = StubTransport { _ in .json("{}") }
        let client = ConoHaClient(transport: transport, middleware: [Mark()])
        _ = Recorder(client.versions())
        _ = Recorder(client.catalog())
        #expect(transport.requests.map { $0.headerFields[.userAgent] } == ["marked", "marked"])
    }

    @Test func sendsCustomRequests() {
        struct Regions: Request {
            typealias Response = [String: [String]]
            var path: URLPath { "/v3/regions" }
        }
        let exchange = Exchange(.json(#"{"regions":[]}"#)) { $0.send(Regions()) }
        #expect(exchange.recorder.values == [["regions": []]])
        #expect(exchange.sent == [SentRequest("GET https://identity.test/v3/regions", [.authToken: "own-token"])])
    }
}
