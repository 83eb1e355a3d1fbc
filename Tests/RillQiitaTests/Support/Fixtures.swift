import RillHTTP
import RillHTTPTesting
import RillQiita

/// Responses in Qiita's format.
enum Fixtures {
    static let swift =
        #"{"followers_count":174307,"icon_url":"https://example.com/a.jpg?1","id":"Swift","items_count":9876}"#

    static let newTag = #"{"followers_count":3,"icon_url":null,"id":"新しいタグ","items_count":1}"#

    static let twoTags = "[\(swift),\(newTag)]"

    /// Returns the JSON of tags named by numbers.
    static func tags(_ numbers: Range<Int>) -> String {
        "[" + numbers.map { #"{"id":"\#($0)","items_count":\#($0),"followers_count":0}"# }.joined(separator: ",") + "]"
    }

    /// A hint in a response from which a client detects the last page.
    enum Hint: CaseIterable {
        case link
        case totalCount
        case shortPage
    }

    /// Returns a transport that responds with pages of numbered tags, starting at 0.
    static func pages(of total: Int, hint: Hint) -> StubTransport {
        StubTransport { request in
            let page = request.queryItem("page").flatMap { Int($0) } ?? 1
            let size = request.queryItem("per_page").flatMap { Int($0) } ?? 20
            let start = min((page - 1) * size, total)
            let end = min(start + size, total)
            var fields = HTTPFields()
            switch hint {
            case .link: fields[.link] = link(page: page, next: end < total ? page + 1 : nil)
            case .totalCount: fields[HTTPField.Name(literal: "Total-Count")] = "\(total)"
            case .shortPage: break
            }
            return .json(tags(start..<end), fields: fields)
        }
    }

    static func link(page: Int, next: Int?) -> String {
        let url = "https://qiita.com/api/v2/tags?page="
        let next = next.map { ", <\(url)\($0)>; rel=\"next\"" } ?? ""
        return "<\(url)1>; rel=\"first\"\(next), <\(url)99>; rel=\"last\""
    }
}
