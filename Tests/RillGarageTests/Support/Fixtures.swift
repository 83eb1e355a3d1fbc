import Foundation
import RillGarage
import RillHTTP
import RillHTTPTesting

/// Responses in Garage's format.
enum Fixtures {
    static let endpoint = "https://garage.example"

    static let bob = #"{"id":2,"name":"bob","email":"bob@example.com","_links":{"posts":{"href":"/v1/users/2/posts"}}}"#

    static let post =
        #"{"id":7,"title":"A\u003CB","body":"text","published_at":"2014-11-05T07:24:56.126Z"}"#

    /// The publication date of `post`.
    static let date = (try? DateText.parse("2014-11-05T07:24:56.126Z")) ?? .distantPast

    static let draft = #"{"id":8,"title":"Draft","body":null,"published_at":null}"#

    static let token =
        #"{"access_token":"acce55","token_type":"Bearer","expires_in":7200,"scope":"public write_post","#
        + #""created_at":1795226440}"#

    static let totalCount = HTTPField.Name(literal: "X-List-TotalCount")

    /// Returns the JSON of a list of users named by numbers.
    static func users(_ numbers: Range<Int>) -> String {
        "[" + numbers.map { #"{"id":\#($0),"name":"n\#($0)","email":"e\#($0)"}"# }.joined(separator: ",") + "]"
    }

    /// Returns a `Link` header field in Garage's format.
    static func link(_ pages: (rel: String, page: Int)..., path: String = "/v1/users", size: Int = 20) -> String {
        pages.map { "<\(path)?page=\($0.page)&per_page=\(size)>; rel=\"\($0.rel)\"; page=\"\($0.page)\"" }
            .joined(separator: ", ")
    }

    /// Returns a transport that responds like Garage with pages of numbered users, starting at 0.
    static func pages(of total: Int, hidesTotal: Bool = false) -> StubTransport {
        StubTransport { request in
            let page = request.queryItem("page").flatMap { Int($0) } ?? 1
            let size = request.queryItem("per_page").flatMap { Int($0) } ?? 20
            let start = min((page - 1) * size, total)
            let pageCount = ((hidesTotal ? 1_000 : total) + size - 1) / size
            var links: [String] = []
            if page > 1 { links.append(link(("first", 1), ("prev", page - 1), size: size)) }
            if page < pageCount { links.append(link(("next", page + 1), size: size)) }
            if page != pageCount, !hidesTotal { links.append(link(("last", pageCount), size: size)) }
            var fields = HTTPFields()
            if !hidesTotal { fields[totalCount] = "\(total)" }
            if pageCount > 1 || page > 1 { fields[.link] = links.joined(separator: ", ") }
            return .json(users(start..<min(start + size, total)), fields: fields)
        }
    }

    static func client(_ transport: StubTransport, token: String? = nil) -> GarageClient {
        GarageClient(endpoint: endpoint, accessToken: token, transport: transport)
    }
}
