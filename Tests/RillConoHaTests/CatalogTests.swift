import Foundation
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct CatalogTests {
    private func catalog2() throws -> Catalog {
        try Exchange(.json(Fixtures.access)) { $0.access(.token("x")) }.value().catalog
    }

    private func catalog3() throws -> Catalog {
        let exchange = Exchange(.json(#"{"catalog":\#(Fixtures.catalog3),"links":{"self":"x"}}"#)) { $0.catalog() }
        #expect(exchange.sent == [SentRequest("GET https://identity.test/v3/auth/catalog", [.authToken: "own-token"])])
        return try exchange.value()
    }

    private func failure(_ find: () throws(CatalogError) -> ServiceEndpoint) throws -> CatalogError {
        do {
            let found = try find()
            throw UnexpectedSuccess(found: found)
        } catch let error as CatalogError {
            return error
        }
    }

    private struct UnexpectedSuccess: Error {
        let found: ServiceEndpoint
    }

    @Test func decodesBothVersions() throws {
        #expect(
            try catalog2().services.last?.endpoints == [
                ServiceEndpoint(region: .sjc1, url: "https://identity.sjc1.conoha.io/v2.0"),
                ServiceEndpoint(id: "e1", region: .tyo1, url: "https://identity.tyo1.conoha.io/v2.0"),
                ServiceEndpoint(id: "e1", interface: .admin, region: .tyo1, url: "https://admin.example/v2.0"),
            ])
        #expect(
            try catalog3().services.first
                == CatalogService(
                    id: "ee20", type: .identity, name: "keystone",
                    endpoints: [
                        ServiceEndpoint(id: "3d72", region: .c3j1, url: "https://identity.c3j1.conoha.io/v3"),
                        ServiceEndpoint(id: "3d73", interface: .admin, region: nil, url: "https://admin.example/v3/"),
                    ]))
    }

    @Test func findsEndpointByTypeRegionAndInterface() throws {
        let catalog = try catalog2()
        #expect(try catalog.endpoint(for: .identity, region: .sjc1).url == "https://identity.sjc1.conoha.io/v2.0")
        #expect(try catalog.endpoint(for: .identity, region: "tyo1").url == "https://identity.tyo1.conoha.io/v2.0")
        #expect(
            try catalog.endpoint(for: .identity, region: .tyo1, interface: .admin).url == "https://admin.example/v2.0")
        #expect(try catalog.endpoint(for: .compute).url == "https://compute.tyo1.conoha.io/v2/fedc")
        #expect(try catalog.endpoint(for: .identity, interface: .admin).region == .tyo1)
        #expect(try catalog3().endpoint(for: .identity, interface: .admin).region == nil)
    }

    @Test func errorListsAvailableEndpoints() throws {
        let catalog = try catalog2()
        let region = try failure { () throws(CatalogError) in try catalog.endpoint(for: .compute, region: "tyo9") }
        #expect(region.code == .notFound)
        #expect(
            "\(region)" == #"no public endpoint for "compute" in region "tyo9" in the catalog. "#
                + "Available: public in tyo1")
        let interface = try failure { () throws(CatalogError) in
            try catalog.endpoint(for: .identity, interface: .internal)
        }
        #expect(
            "\(interface)" == #"no internal endpoint for "identity" in the catalog. "#
                + "Available: admin in tyo1, public in sjc1, public in tyo1")
        let type = try failure { () throws(CatalogError) in try catalog.endpoint(for: "weather") }
        #expect(
            "\(type)" == #"no service of type "weather" in the catalog. Available: compute, identity"#)
        let empty = try failure { () throws(CatalogError) in try Catalog().endpoint(for: .compute) }
        #expect(
            "\(empty)"
                == #"no endpoint for "compute": the catalog is empty. Issue a token scoped to a project or tenant"#)
        let none = try failure { () throws(CatalogError) in
            try Catalog(services: [CatalogService(type: .dns, endpoints: [])]).endpoint(for: .dns)
        }
        #expect("\(none)" == #"no public endpoint for "dns" in the catalog. Available: none"#)
    }

    @Test func failsForAmbiguousRegion() throws {
        let catalog = try catalog2()
        let error = try failure { () throws(CatalogError) in try catalog.endpoint(for: .identity) }
        #expect(error.code == .ambiguous)
        #expect(error.region == nil && error.type == .identity && error.interface == .public)
        #expect(
            "\(error)" == #"public endpoints for "identity" in several regions. Specify the region. "#
                + "Available: admin in tyo1, public in sjc1, public in tyo1")
    }

    @Test func decodesUnknownTypesAndEmptyURLs() throws {
        let json = """
            {"catalog":[{"type":"weather","endpoints":[{"interface":"secret","region_id":"moon","url":"not a url"},\
            {"region":"","publicURL":"","internalURL":"http://in.example"}]},{"type":"empty"}]}
            """
        let catalog = try Exchange(.json(json)) { $0.catalog() }.value()
        #expect(
            catalog.services == [
                CatalogService(
                    type: "weather",
                    endpoints: [
                        ServiceEndpoint(interface: "secret", region: "moon", url: "not a url"),
                        ServiceEndpoint(interface: .internal, region: nil, url: "http://in.example"),
                    ]), CatalogService(type: "empty", endpoints: []),
            ])
    }

    @Test(arguments: [
        (#"{"catalog":{}}"#, "catalog: expected an array"), (#"{}"#, "catalog: missing"),
        (#"{"catalog":[{"endpoints":[]}]}"#, "catalog[0].type: missing"),
        (#"{"catalog":[{"type":"a","endpoints":[{"url":"x"}]}]}"#, "catalog[0].endpoints[0].interface: missing"),
    ])
    func reportsDecodingFailure(json: String, reason: String) throws {
        let error = try Exchange(.json(json)) { $0.catalog() }.recorder.failure()
        #expect(error.stage == .decoding)
        #expect(error.reason.hasPrefix(reason), "\(error.reason)")
    }
}
