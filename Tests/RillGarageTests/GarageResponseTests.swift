import Foundation
import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct GarageResponseTests {
    private func response(_ fields: HTTPFields, path: URLPath = "/users") throws -> GarageResponse<Int> {
        let transport = StubTransport { _ in .json("1", fields: fields) }
        return try #require(
            Recorder(Fixtures.client(transport).send(GarageEndpoint<Int>(path))).values.first)
    }

    private func links(_ value: String) throws -> GarageLinks { try response([.link: value]).links }

    private func link(_ url: String, _ page: Int?) throws -> GarageLink {
        GarageLink(url: try #require(URL(string: url)), page: page)
    }

    @Test func resolvesRelativeLinks() throws {
        let links = try links(
            #"</v1/users?page=1&per_page=1>; rel="first"; page="1", </v1/users?page=2&per_page=1>; rel="prev"; page="2", "#
                + #"</v1/users?page=4&per_page=1>; rel="next"; page="4", </v1/users?page=45&per_page=1>; rel="last"; page="45""#
        )
        let base = "https://garage.example/v1/users?page="
        #expect(try links.first == link(base + "1&per_page=1", 1))
        #expect(try links.prev == link(base + "2&per_page=1", 2))
        #expect(try links.next == link(base + "4&per_page=1", 4))
        #expect(try links.last == link(base + "45&per_page=1", 45))
    }

    @Test(arguments: [
        // The three formats that servers use, and valid variants that a strict parser of one format rejects.
        #"</v1/users?page=3>; rel="next"; page="3""#,
        #"<https://garage.example/v1/users?page=3>; rel="next""#,
        #"</v1/users?page=3>;page="3";rel="next""#,
        #"</v1/users?page=3> ; page=3 ; rel=next"#,
        #"</v1/users?page=3>;rel="next";page="3";title="a, b; c""#,
        #"</v1/users?page=3>; REL="Next"; PAGE="3""#,
        #"<?page=3>; rel="next""#,
        #"<users?page=3>; rel="next""#,
        #"</v1/users?page=9>; rel="last",</v1/users?page=3>; rel="next",</v1/users?page=1>; rel="first""#,
        #"</v1/users?page=3>; rel="next last""#,
    ])
    func parsesLinksInAnyFormat(value: String) throws {
        #expect(try links(value).next == link("https://garage.example/v1/users?page=3", 3))
    }

    @Test func keepsOtherQueryParameters() throws {
        let next = try links(#"</v1/users?fields=__default__%2Cuser&page=2&q=a+b%26c>; rel="next"; page="2""#).next
        #expect(
            next?.url.absoluteString == "https://garage.example/v1/users?fields=__default__%2Cuser&page=2&q=a+b%26c")
    }

    @Test(arguments: ["", "nonsense", "<>", #"</v1/users?page=2>"#, #"</v1/users?page=2>; rel="self""#])
    func ignoresInvalidLinks(value: String) throws {
        #expect(try links(value) == GarageLinks())
    }

    @Test func linkWithoutPageNumberHasNoPage() throws {
        #expect(try links(#"</v1/users?after=x>; rel="next"; page="x""#).next?.page == nil)
    }

    @Test(arguments: [("45", 45), ("0", 0), ("-1", nil), ("x", nil), ("", nil), ("99999999999999999999", nil)])
    func parsesTotalCount(value: String, total: Int?) throws {
        #expect(try response([Fixtures.totalCount: value]).totalCount == total)
    }

    @Test func matchesFieldNamesCaseInsensitively() throws {
        let fields: HTTPFields = [
            HTTPField.Name(literal: "x-list-totalcount"): "45",
            HTTPField.Name(literal: "link"): Fixtures.link(("next", 2)),
        ]
        let response = try response(fields)
        #expect(response.totalCount == 45)
        #expect(response.links.next?.page == 2)
    }

    @Test func missingFieldsAreNil() throws {
        let response = try response([:])
        #expect(response.totalCount == nil)
        #expect(response.links == GarageLinks())
        #expect(response.location == nil)
        #expect(response.head.status == .ok)
    }

    @Test(arguments: ["https://garage.example/v1/posts/7", "/v1/posts/7", "posts/7"])
    func resolvesLocation(location: String) throws {
        #expect(
            try response([.location: location], path: "/posts").location?.absoluteString
                == "https://garage.example/v1/posts/7")
    }

    @Test func keepsTotalCountOfCustomParser() throws {
        struct Counted: GarageRequest {
            typealias Resource = [Int]
            var path: URLPath { "/numbers" }
            var parser: ResponseParser<GarageResponse<[Int]>> {
                ResponseParser<[Int]>.json.withHead.map { list, head in
                    GarageResponse(resource: list, totalCount: list.count, head: head)
                }
            }
        }
        let transport = StubTransport { _ in .json("[1,2]", fields: [.link: Fixtures.link(("next", 2))]) }
        let response = try #require(Recorder(Fixtures.client(transport).send(Counted())).values.first)
        #expect(response.totalCount == 2)
        #expect(response.links.next?.url.host() == "garage.example")
    }
}
