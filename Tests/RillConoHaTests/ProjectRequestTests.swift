import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct ProjectRequestTests {
    private static let full = """
        {"id":"8bb7","name":"admin","domain_id":"default","description":"d","enabled":true,"parent_id":"default",\
        "is_domain":false,"tags":["a"],"options":{},"links":{"self":"http://127.0.0.1:5000/v3/projects/8bb7"}}
        """

    @Test func decodesTokenProjects() throws {
        let json = """
            {"projects":[\(Self.full),{"id":"1","name":"bare"},{"id":"2","name":"null","tags":null}],\
            "links":{"next":null,"self":"x","previous":null}}
            """
        let exchange = Exchange(.json(json)) { $0.tokenProjects() }
        #expect(exchange.sent == [SentRequest("GET https://identity.test/v3/auth/projects", [.authToken: "own-token"])])
        #expect(
            try exchange.value() == [
                Project(
                    id: "8bb7", name: "admin", description: "d", isEnabled: true, domainID: "default",
                    parentID: "default", isDomain: false, tags: ["a"]), Project(id: "1", name: "bare"),
                Project(id: "2", name: "null"),
            ])
    }

    @Test(arguments: [
        (Int?.none, String?.none, ""), (2, nil, "?limit=2"), (nil, "a/b c", "?marker=a%2Fb%20c"),
        (1, "8bb7", "?limit=1&marker=8bb7"),
    ])
    func requestsPage(limit: Int?, marker: String?, query: String) throws {
        let exchange = Exchange(.json(#"{"projects":[]}"#)) { $0.projects(limit: limit, after: marker) }
        #expect(
            exchange.sent == [SentRequest("GET https://identity.test/v3/projects\(query)", [.authToken: "own-token"])])
        #expect(try exchange.value() == ProjectPage(projects: []))
    }

    @Test(arguments: [0, -1])
    func rejectsLimitBelowOne(limit: Int) throws {
        let exchange = Exchange(.json("{}")) { $0.projects(limit: limit) }
        #expect(try exchange.recorder.failure().stage == .request)
        #expect(try exchange.recorder.failure().reason == "limit must be at least 1, got \(limit)")
        #expect(exchange.sent.isEmpty)
        let all = Exchange(.json("{}")) { $0.allProjects(limit: limit) }
        #expect(try all.recorder.failure().stage == .request)
        #expect(all.sent.isEmpty)
    }

    @Test(arguments: [
        (#""links":{"next":"http://10.0.0.1/v3/projects?limit=2&marker=m%2F1"},"truncated":true"#, "m/1", true),
        (#""links":{"next":null},"truncated":true"#, "8bb7", true),
        (#""links":{"next":"http://10.0.0.1/v3/projects?page=2"}"#, "8bb7", false),
        (#""links":{"next":null,"previous":null,"self":"x"}"#, nil, false), (#""truncated":false"#, nil, false),
    ])
    func decodesNextMarker(json: String, marker: String?, isTruncated: Bool) throws {
        let page = try Exchange(.json(#"{"projects":[\#(Self.full)],\#(json)}"#)) { $0.projects(limit: 1) }.value()
        #expect(page.nextMarker == marker)
        #expect(page.isTruncated == isTruncated)
    }

    /// Returns a transport that responds like a Keystone with numbered projects, starting at 0.
    private func keystone(_ total: Int, supportsLimit: Bool = true) -> StubTransport {
        StubTransport { request in
            let start = request.queryItem("marker").flatMap { Int($0) }.map { $0 + 1 } ?? 0
            let limit = supportsLimit ? request.queryItem("limit").flatMap { Int($0) } ?? total : total
            let shown = start..<min(start + limit, total)
            let projects = shown.map { #"{"id":"\#($0)","name":"p"}"# }.joined(separator: ",")
            guard shown.count == limit, supportsLimit, let last = shown.last else {
                return .json(#"{"projects":[\#(projects)],"links":{"next":null}}"#)
            }
            // Keystone's own URL, which differs from the URL of the request.
            let next = "http://10.0.0.1:35357/v3/projects?limit=\(limit)&marker=\(last)"
            return .json(#"{"projects":[\#(projects)],"links":{"next":"\#(next)"},"truncated":true}"#)
        }
    }

    private func client(_ transport: StubTransport) -> ConoHaClient {
        ConoHaClient(token: "own-token", baseURL: "https://identity.test", transport: transport)
    }

    @Test(arguments: [(5, 2, 3), (4, 2, 3), (1, 2, 1), (0, 2, 1), (3, 100, 1)])
    func returnsAllProjects(total: Int, limit: Int, requests: Int) {
        let transport = keystone(total)
        let recorder = Recorder(client(transport).allProjects(limit: limit))
        #expect(recorder.values.map(\.id) == (0..<total).map(String.init))
        #expect(recorder.isCompleted)
        #expect(transport.requests.count == requests)
        #expect(transport.requests.allSatisfy { $0.headerFields[.authToken] == "own-token" })
        #expect(transport.requests.allSatisfy { $0.url.hasPrefix("https://identity.test/v3/projects?limit=\(limit)") })
    }

    @Test func completesWhenServiceIgnoresLimit() {
        let transport = keystone(5, supportsLimit: false)
        #expect(Recorder(client(transport).allProjects(limit: 2)).values.count == 5)
        #expect(transport.requests.count == 1)
    }

    @Test func takeLimitsRequestedPages() {
        let transport = keystone(100)
        #expect(Recorder(client(transport).allProjects(limit: 2).take(4)).values.count == 4)
        #expect(transport.requests.count == 2)
        #expect(Recorder(client(transport).projectPages(limit: 2).take(1)).values.map(\.nextMarker) == ["1"])
    }

    @Test func failsForRepeatedMarker() throws {
        let transport = StubTransport { _ in
            .json(#"{"projects":[{"id":"1","name":"p"}],"truncated":true}"#)
        }
        let recorder = Recorder(client(transport).allProjects(limit: 1))
        #expect(recorder.values.count == 2)
        #expect(transport.requests.count == 2)
        #expect(try recorder.failure(after: 2).stage == .paging)
    }

    @Test func reportsServiceErrors() throws {
        let response = Fixtures.errorResponse(.forbidden, "not you")
        #expect(
            try Exchange(response) { $0.allProjects() }.recorder.failure().conoHa?.message == "not you")
        #expect(try Exchange(response) { $0.projects() }.recorder.failure().conoHa?.code == 403)
        #expect(try Exchange(response) { $0.tokenProjects() }.recorder.failure().conoHa?.code == 403)
        #expect(try Exchange(response) { $0.tenants() }.recorder.failure().conoHa?.code == 403)
        let error = try Exchange(.json(#"{"projects":[{"id":"1"}]}"#)) { $0.projects() }.recorder.failure()
        #expect(error.reason.hasPrefix("projects[0].name: missing"))
    }
}
