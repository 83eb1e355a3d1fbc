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

    static let user = #"""
        {"description":null,"facebook_id":null,"followees_count":100,"followers_count":200,"github_login_name":"rill",
        "id":"rill","items_count":300,"linkedin_id":null,"location":"東京","name":"Rill","organization":null,
        "permanent_id":1,"profile_image_url":"https://example.com/rill.png","team_only":false,
        "twitter_screen_name":"rill","website_url":""}
        """#

    private static let itemStart = #"""
        {"rendered_body":"<h1>Example</h1>","body":"# Example","coediting":true,"comments_count":1,
        "created_at":"2017-06-19T12:34:56+09:00","id":"c686397e4a0f4f11683d","likes_count":100,"private":false,
        "reactions_count":2,"title":"Example title","updated_at":"2017-06-19T12:34:56+09:00",
        "url":"https://qiita.com/rill/items/c686397e4a0f4f11683d"
        """#

    static let item =
        itemStart + #"""
            ,"user":\#(user),"tags":[{"name":"Ruby","versions":["0.0.1"]},{"name":"Swift","versions":[]}],
            "group":{"created_at":"2017-06-19T12:34:56+09:00","description":"d","name":"Dev","private":false,
            "updated_at":"2017-06-19T12:34:56+09:00","url_name":"dev"},"stocks_count":3,"page_views_count":4,
            "team_membership":{"name":"Rill"},"organization_url_name":"rill-inc","slide":false}
            """#

    /// An item without the properties that older responses omit.
    static let olderItem = itemStart + #","user":\#(user),"tags":[],"group":null,"page_views_count":null}"#

    static let comment = #"""
        {"body":"# Example","created_at":"2017-06-19T12:34:56+09:00","id":"3391f50c35f953abfc4f",
        "rendered_body":"<h1>Example</h1>","updated_at":"2017-06-19T12:34:56+09:00","user":\#(user)}
        """#

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
