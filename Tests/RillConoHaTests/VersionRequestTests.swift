import Foundation
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct VersionRequestTests {
    private static let list = #"{"versions":{"values":[\#(Fixtures.version3),\#(Fixtures.version2)]}}"#

    @Test(arguments: [HTTPResponse.Status.multipleChoices, .ok])
    func acceptsStatus300(status: HTTPResponse.Status) throws {
        let exchange = Exchange(
            .json(Self.list, status: status, fields: [.location: "http://127.0.0.1:5000/v3/"])
        ) { $0.versions() }
        #expect(exchange.sent == [SentRequest("GET https://identity.test/")])
        let versions = try exchange.value()
        let own = try #require(URL(string: "http://127.0.0.1:5000/v3/"))
        let older = try #require(URL(string: "https://identity.tyo1.conoha.io/v2.0/"))
        let documentation = try #require(URL(string: "https://docs.example/"))
        #expect(
            versions == [
                IdentityVersion(
                    id: "v3.14", status: .stable, updated: Date(timeIntervalSince1970: 1_586_217_600),
                    links: [Link(href: own, rel: .itself)],
                    mediaTypes: [
                        .init(base: "application/json", type: "application/vnd.openstack.identity-v3+json")
                    ]),
                IdentityVersion(
                    id: "v2.0", status: .deprecated, updated: Date(timeIntervalSince1970: 1_431_421_200),
                    links: [
                        Link(href: older, rel: .itself),
                        Link(href: documentation, rel: .describedBy, type: "text/html"),
                    ], mediaTypes: [.init(base: "application/json")]),
            ])
    }

    @Test func doesNotRedirectStatus300() {
        let transport = StubTransport { _ in
            .json(Self.list, status: .multipleChoices, fields: [.location: "https://identity.test/v3/"])
        }
        let client = ConoHaClient(
            baseURL: "https://identity.test", transport: transport, middleware: [FollowRedirects()])
        #expect(Recorder(client.versions()).values.map(\.count) == [2])
        #expect(transport.requests.map(\.path) == ["/"])
    }

    @Test(arguments: [HTTPResponse.Status.movedPermanently, .notModified, .badRequest])
    func rejectsOtherStatuses(status: HTTPResponse.Status) throws {
        let error = try Exchange(.json(Self.list, status: status)) { $0.versions() }.recorder.failure()
        #expect(error.stage == .status)
        #expect(error.status == status)
    }

    @Test(arguments: [
        ("stable", VersionStatus.stable), ("deprecated", .deprecated), ("CURRENT", .current),
        ("SUPPORTED", .supported), ("EXPERIMENTAL", .experimental), ("on fire", "on fire"),
    ])
    func decodesAnyVersionStatus(word: String, status: VersionStatus) throws {
        let json = Fixtures.version3.replacing("stable", with: word)
        let exchange = Exchange(.json(#"{"version":\#(json)}"#)) { $0.version(.v3) }
        #expect(exchange.sent == [SentRequest("GET https://identity.test/v3")])
        #expect(try exchange.value().status == status)
    }

    @Test func decodesAnyLinkRelation() throws {
        let json = Fixtures.version2.replacing("describedby", with: "sibling")
        let exchange = Exchange(.json(#"{"version":\#(json)}"#)) { $0.version(.v2) }
        #expect(exchange.sent == [SentRequest("GET https://identity.test/v2.0")])
        #expect(try exchange.value().links.map(\.rel) == [.itself, "sibling"])
    }

    @Test(arguments: [
        (#"{"id":"#, "{", #""the body is not JSON"#),
        (#""id":"v3.14","#, "", "version.id: missing"), (#""status":"stable","#, "", "version.status: missing"),
        ("2020-04-07T00:00:00Z", "today", "version.updated: expected a date"),
        ("media-types", "media_types", "version.media-types: missing"),
        (#""rel":"self","#, "", "version.links[0].rel: missing"),
    ])
    func reportsDecodingFailure(old: String, new: String, reason: String) throws {
        let json = #"{"version":\#(Fixtures.version3.replacing(old, with: new))}"#
        let error = try Exchange(.json(json)) { $0.version(.v3) }.recorder.failure()
        #expect(error.stage == .decoding)
        #expect(error.reason.hasPrefix(reason.replacing("\"", with: "")), "\(error.reason)")
    }
}
