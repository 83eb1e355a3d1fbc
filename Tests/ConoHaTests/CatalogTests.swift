import ConoHa
import Foundation
import RillHTTP
import RillHTTPTesting
import ServiceTestSupport
import Testing

@Suite struct CatalogTests {
    private func catalog2() throws -> Catalog {
        try Exchanged(.json(Fixtures.access)) { $0.access(.token("x")) }.value().catalog
    }

    private func catalog3() throws -> Catalog {
        let exchanged = Exchanged(.json(#"{"catalog":\#(Fixtures.catalog3),"links":{"self":"x"}}"#)) { $0.catalog() }
        #expect(exchanged.sent == [Sent("GET https://identity.test/v3/auth/catalog", [.authToken: "own-token"])])
        return try exchanged.value()
    }

    private func failure(_ find: () throws(CatalogError) -> ServiceEndpoint) throws -> CatalogError {
        do {
            let found = try find()
            throw Surprise(found: found)
        } catch let error as CatalogError {
            return error
        }
    }

    private struct Surprise: Error {
        let found: ServiceEndpoint
    }

    @Test func isTheSameForBothVersions() throws {
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

    @Test func findsAnEndpointByTypeRegionAndInterface() throws {
        let catalog = try catalog2()
        #expect(try catalog.endpoint(for: .identity, region: .sjc1).url == "https://identity.sjc1.conoha.io/v2.0")
        #expect(try catalog.endpoint(for: .identity, region: "tyo1").url == "https://identity.tyo1.conoha.io/v2.0")
        #expect(
            try catalog.endpoint(for: .identity, region: .tyo1, interface: .admin).url == "https://admin.example/v2.0")
        #expect(try catalog.endpoint(for: .compute).url == "https://compute.tyo1.conoha.io/v2/fedc")
        #expect(try catalog.endpoint(for: .identity, interface: .admin).region == .tyo1)
        #expect(try catalog3().endpoint(for: .identity, interface: .admin).region == nil)
    }

    @Test func saysWhatThereIsInstead() throws {
        let catalog = try catalog2()
        let region = try failure { () throws(CatalogError) in try catalog.endpoint(for: .compute, region: "tyo9") }
        #expect(region.code == .notFound)
        #expect(
            "\(region)" == #"the catalog has no public endpoint of "compute" in the region "tyo9"; "#
                + "it has: public in tyo1")
        let interface = try failure { () throws(CatalogError) in
            try catalog.endpoint(for: .identity, interface: .internal)
        }
        #expect(
            "\(interface)" == #"the catalog has no internal endpoint of "identity"; "#
                + "it has: admin in tyo1, public in sjc1, public in tyo1")
        let type = try failure { () throws(CatalogError) in try catalog.endpoint(for: "weather") }
        #expect(
            "\(type)" == #"the catalog has no service of the type "weather"; it has: compute, identity"#)
        let empty = try failure { () throws(CatalogError) in try Catalog().endpoint(for: .compute) }
        #expect(
            "\(empty)"
                == #"the catalog is empty, so that nobody knows where "compute" is: log in for a project or a tenant"#)
        let none = try failure { () throws(CatalogError) in
            try Catalog(services: [CatalogService(type: .dns, endpoints: [])]).endpoint(for: .dns)
        }
        #expect("\(none)" == #"the catalog has no public endpoint of "dns"; it has: none at all"#)
    }

    @Test func doesNotGuessTheRegion() throws {
        let catalog = try catalog2()
        let error = try failure { () throws(CatalogError) in try catalog.endpoint(for: .identity) }
        #expect(error.code == .ambiguous)
        #expect(error.region == nil && error.type == .identity && error.interface == .public)
        #expect(
            "\(error)" == #"the catalog has public endpoints of "identity" in several regions, name one; "#
                + "it has: admin in tyo1, public in sjc1, public in tyo1")
    }

    @Test func readsWhatNobodyExpects() throws {
        let json = """
            {"catalog":[{"type":"weather","endpoints":[{"interface":"secret","region_id":"moon","url":"not a url"},\
            {"region":"","publicURL":"","internalURL":"http://in.example"}]},{"type":"empty"}]}
            """
        let catalog = try Exchanged(.json(json)) { $0.catalog() }.value()
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
    func saysWhatItCannotRead(json: String, reason: String) throws {
        let error = try Exchanged(.json(json)) { $0.catalog() }.events.failure()
        #expect(error.stage == .decoding)
        #expect(error.reason.hasPrefix(reason), "\(error.reason)")
    }
}
