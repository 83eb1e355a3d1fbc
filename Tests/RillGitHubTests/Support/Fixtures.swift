import Foundation
import Rill
import RillGitHub
import RillHTTP
import RillHTTPTesting
import RillMiddleware

/// Responses in GitHub's format.
enum Fixtures {
    static let owner = #"""
        {"login":"octo","id":7,"node_id":"U_k","avatar_url":"https://avatars.example/u/7","gravatar_id":null,
        "url":"https://api.github.com/users/octo","html_url":"https://github.com/octo","type":"User","site_admin":false}
        """#

    /// A repository in which all nullable properties are null.
    static let bareRepository = #"""
        {"id":41,"node_id":"R_kg","name":"tetris","full_name":"octo/tetris","private":false,"owner":null,
        "html_url":"https://github.com/octo/tetris","description":null,"fork":false,
        "url":"https://api.github.com/repos/octo/tetris","created_at":"2012-01-01T00:31:50Z",
        "updated_at":"2024-05-05T17:58:47Z","pushed_at":null,"homepage":null,"language":null,"mirror_url":null,
        "size":524,"stargazers_count":10,"watchers_count":10,"forks_count":3,"open_issues_count":2,"license":null,
        "default_branch":"main","score":1.5}
        """#

    /// A repository with all properties.
    static let fullRepository = #"""
        {"id":42,"node_id":"R_kh","name":"rill","full_name":"octo/rill","private":true,"owner":\#(owner),
        "html_url":"https://github.com/octo/rill","description":"Streams","fork":true,
        "url":"https://api.github.com/repos/octo/rill","created_at":"2012-01-01T00:31:50Z",
        "updated_at":"2024-05-05T17:58:47Z","pushed_at":"2024-01-01T00:37:02Z","homepage":"","language":"Swift",
        "size":1,"stargazers_count":20,"watchers_count":20,"forks_count":4,"open_issues_count":5,"subscribers_count":6,
        "license":{"key":"other","name":"Other","spdx_id":null,"url":null,"node_id":"L_k"},"topics":["streams","swift"],
        "visibility":"private","default_branch":"trunk","archived":true,"disabled":true,"is_template":true,
        "has_issues":true,"has_projects":true,"has_wiki":false,"has_pages":true,"has_discussions":true,
        "permissions":{"admin":false,"push":true,"pull":true},"score":1}
        """#

    static let issue = #"""
        {"id":9,"node_id":"I_k","number":3,"title":"Crash","state":"closed","state_reason":"completed","user":\#(owner),
        "html_url":"https://github.com/octo/rill/issues/3","url":"https://api.github.com/repos/octo/rill/issues/3",
        "repository_url":"https://api.github.com/repos/octo/rill","assignees":[\#(owner)],
        "labels":[{"id":1,"name":"bug","color":"d73a4a","default":true,"description":null},{"name":null}],
        "body":"It does.","comments":2,"created_at":"2026-02-04T11:20:00Z","updated_at":"2026-02-04T12:20:00Z",
        "closed_at":"2026-02-05T15:30:00Z","locked":false,"milestone":null,"score":1.0}
        """#

    /// A page of search results in the format of the API documentation before 2018: without node IDs and
    /// without the owner's web page.
    static let olderSearchResults = #"""
        {"total_count":40,"incomplete_results":false,"items":[{"id":41,"name":"tetris","full_name":"octo/tetris",
        "owner":{"login":"octo","id":7,"avatar_url":"https://avatars.example/u/7","gravatar_id":"e793","type":"User",
        "url":"https://api.github.com/users/octo",
        "received_events_url":"https://api.github.com/users/octo/received_events"},
        "private":false,"html_url":"https://github.com/octo/tetris","description":"A Tetris in assembly","fork":false,
        "url":"https://api.github.com/repos/octo/tetris","created_at":"2012-01-01T00:31:50Z",
        "updated_at":"2013-01-05T17:58:47Z","pushed_at":"2012-01-01T00:37:02Z","homepage":"","size":524,
        "stargazers_count":1,"watchers_count":1,"language":"Assembly","forks_count":0,"open_issues_count":0,
        "master_branch":"master","default_branch":"master","score":10.309157}]}
        """#

    /// Returns a page of search results.
    static func searchResults(_ items: String..., total: Int? = nil) -> String {
        let list = items.joined(separator: ",")
        return #"{"total_count":\#(total ?? items.count),"incomplete_results":false,"items":[\#(list)]}"#
    }

    /// Returns the JSON of repositories named by numbers.
    static func repositories(_ numbers: Range<Int>) -> String { numbers.map(repository).joined(separator: ",") }

    static func repository(_ number: Int) -> String {
        #"""
        {"id":\#(number),"node_id":"R","name":"\#(number)","full_name":"octo/\#(number)","private":false,"fork":false,
        "html_url":"https://github.com/octo/\#(number)","url":"https://api.github.com/repos/octo/\#(number)"}
        """#
    }

    /// Returns rate limit header fields.
    static func rate(
        limit: Int = 10, remaining: Int, reset: Int = 1_790_000_000, resource: String = "search"
    ) -> HTTPFields {
        [
            HTTPField.Name(literal: "X-RateLimit-Limit"): "\(limit)",
            HTTPField.Name(literal: "X-RateLimit-Remaining"): "\(remaining)",
            HTTPField.Name(literal: "X-RateLimit-Used"): "\(limit - remaining)",
            HTTPField.Name(literal: "X-RateLimit-Reset"): "\(reset)",
            HTTPField.Name(literal: "X-RateLimit-Resource"): resource,
        ]
    }

    /// Returns a transport that responds with pages of numbered repositories, linked by URLs that a client cannot
    /// guess.
    static func pages(of total: Int, size: Int, isSearch: Bool = true) -> StubTransport {
        StubTransport { request in
            let page = request.queryItem("after").flatMap { Int($0) } ?? 0
            let start = min(page * size, total)
            let end = min(start + size, total)
            var fields = rate(limit: 30, remaining: 29 - page)
            if end < total {
                let url = "https://api.github.com\(request.path)?after=\(page + 1)&per_page=\(size)"
                fields[.link] = "<\(url)>; rel=\"next\", <https://api.github.com/last>; rel=\"last\""
            }
            let items = repositories(start..<end)
            return .json(isSearch ? searchResults(items, total: total) : "[\(items)]", fields: fields)
        }
    }
}
