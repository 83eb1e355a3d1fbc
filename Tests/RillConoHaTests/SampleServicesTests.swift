import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests the requests to services of the catalog over the real transport against the sample server.
@Suite(.timeLimit(.minutes(10))) struct SampleServicesTests {
    /// The version of the login.
    enum Version: CaseIterable {
        case v2
        case v3
    }

    private func withSession(
        _ version: Version = .v3, _ body: (SampleConoHa, ConoHaSession) async throws -> Void
    ) async throws {
        let options = SampleConoHa.Options()
        let sample = try SampleConoHa(options: options)
        defer { sample.stop() }
        let password = Secret(options.password)
        let login: ConoHaLogin =
            switch version {
            case .v2: .v2(.password(userName: options.userName, password: password), tenant: .id(SampleConoHa.tenantID))
            case .v3:
                .v3(
                    .password(user: .name(options.userName), password: password),
                    scope: .project(.id(SampleConoHa.tenantID)))
            }
        try await body(sample, ConoHaSession(login, baseURL: sample.baseURL, timeout: .seconds(60)))
    }

    @Test(arguments: Version.allCases)
    func listsServersPageByPage(version: Version) async throws {
        try await withSession(version) { sample, session in
            let servers = try await session.allServers(limit: 1, region: .sin1).collected()
            #expect(servers.map(\.name) == ["web.sin1", "mail.sin1"])
            #expect(servers.map(\.status) == [.active, .shutOff])
            #expect(servers.map(\.imageID) == ["image-1", nil])
            let addresses = try #require(servers[0].addresses["ext-192-0-2-0"])
            #expect(addresses.map(\.version) == [4, 6])
            #expect(servers[0].tenantID == SampleConoHa.tenantID)
            // A full last page is followed by an empty one.
            #expect(sample.server.requests.count { $0.path.hasSuffix("/servers/detail") } == 3)
            let whole = try await session.servers(region: .sin1).firstValue()
            #expect(whole == ServerPage(servers: servers))
            let second = try await session.server(id: servers[1].id, region: .sin1).firstValue()
            #expect(second == servers[1])
        }
    }

    @Test func takeLimitsRequestedServerPages() async throws {
        try await withSession { sample, session in
            let servers = try await session.allServers(limit: 1, region: .tyo1).take(1).collected()
            #expect(servers.map(\.name) == ["web.tyo1"])
            #expect(sample.server.requests.count { $0.path.hasSuffix("/servers/detail") } == 1)
        }
    }

    @Test func listsFlavors() async throws {
        try await withSession { _, session in
            let flavors = try await session.flavors(region: .tyo1).firstValue()
            #expect(flavors.map(\.name) == ["g2l-t-c1m1", "g2l-t-c2m2", "g2l-t-c3m4"])
            #expect(flavors.map(\.ram) == [1_024, 2_048, 4_096])
        }
    }

    @Test(arguments: Version.allCases)
    func readsAccount(version: Version) async throws {
        try await withSession(version) { _, session in
            let items = try await session.orderItems().firstValue()
            #expect(items.map(\.serviceName) == ["VPS", "VPSAddDisk"])
            let all = try await session.invoices().firstValue()
            #expect(all.count == 12)
            let invoices = try await session.invoices(limit: 2, offset: 1).firstValue()
            #expect(invoices.map(\.id) == [11, 10])
            let deposit = try await session.deposit().firstValue()
            #expect(deposit == 12_000)
        }
    }

    /// A request for invoices with any query parameters.
    private struct RawInvoices: Request {
        typealias Response = String
        let query: QueryItems
        var path: URLPath { "/billing-invoices" }
        var parser: ResponseParser<String> { .text }
    }

    @Test func sendsDocumentedInvoiceKeys() async throws {
        try await withSession { _, session in
            let json = try await session.send(RawInvoices(query: ["limit": 1]), to: .account).firstValue()
            #expect(json.contains(#""bill_plas_tax":912"#))
            #expect(!json.contains("bill_plus_tax"))
        }
    }

    @Test(
        arguments: [["offset": "-1"], ["offset": "x"], ["limit": "-1"], ["limit": "0"], ["limit": ""]] as [QueryItems])
    func rejectsInvalidInvoiceQuery(query: QueryItems) async throws {
        try await withSession { _, session in
            let error = try await failure(of: session.send(RawInvoices(query: query), to: .account))
            #expect(error.status == .badRequest)
            #expect(error.conoHa?.message.contains("must be an integer of at least") == true)
        }
    }

    @Test(arguments: Version.allCases)
    func readsDomains(version: Version) async throws {
        try await withSession(version) { _, session in
            let domain = try #require(try await session.domains().firstValue().first)
            #expect(domain.name == "example.com.")
            let records = try await session.records(ofDomain: domain.id).firstValue()
            #expect(records.map(\.type) == [.a, .mx, "CAA", .srv])
            #expect(records.map(\.priority) == [nil, 10, nil, 20])
            #expect(records.map(\.weight) == [nil, nil, nil, 5])
            #expect(records.map(\.port) == [nil, nil, nil, 5_060])
        }
    }

    @Test func reportsErrorsOfServices() async throws {
        try await withSession { _, session in
            let server = try await failure(of: session.server(id: "none", region: .tyo1))
            #expect(server.status == .notFound)
            #expect(server.conoHa?.title == "itemNotFound")
            #expect(server.conoHa?.message == "Instance none could not be found.")
            #expect(server.conoHaRequestID?.hasPrefix("req-") == true)
            let page = try await failure(of: session.servers(after: "none", region: .tyo1))
            #expect(page.conoHa?.title == "badRequest")
            let records = try await failure(of: session.records(ofDomain: "none"))
            #expect(records.conoHa?.title == "Not Found")
        }
    }
}
