import Foundation
import RillGitHub
import RillJSON
import RillQiita

extension Workload {
    /// Arrays that Foundation's decoder and the fast decoder decode, measured per element.
    static let decoding: [Workload] = [
        decode("tags", Documents.tags, of: 100, expected: 100 * 99 / 2) { decoder, data in
            try decoder.decode([Tag].self, from: data).reduce(0) { $0 + $1.itemsCount }
        },
        decode("search", Documents.search, of: 30, expected: 30 * 29 / 2) { decoder, data in
            let page = try decoder.decode(SearchPage<Repository>.self, from: data)
            return page.items.reduce(0) { $0 + ($1.stargazersCount ?? 0) }
        },
        decode("ints", Documents.ints, of: 10_000, expected: 10_000 * 9_999 / 2) { decoder, data in
            try decoder.decode([Int].self, from: data).reduce(0, +)
        },
        decode("doubles", Documents.doubles, of: 10_000, expected: 10_000) { decoder, data in
            try decoder.decode([Double].self, from: data).count
        },
    ].flatMap { $0 }

    /// Returns the workloads of both decoders.
    private static func decode(
        _ name: String, _ document: String, of count: Int, expected: Int,
        _ decode: @escaping @Sendable (any DataDecoder, Data) throws -> Int
    ) -> [Workload] {
        let data = Data(document.utf8)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .tolerant()
        let decoders: [any DataDecoder] = [decoder, FastJSONDecoder(dateDecodingStrategy: .tolerant())]
        return zip(["decode-\(name)", "decode-\(name)-fast"], decoders).map { name, decoder in
            Workload(name: name, count: count, expected: expected) { (try? decode(decoder, data)) ?? 0 }
        }
    }
}

/// The documents that the workloads decode.
private enum Documents {
    /// 100 tags of Qiita.
    static let tags = array(100) { index in
        let icon = "https://s3-ap-northeast-1.amazonaws.com/qiita-tag-image/7311d8a3c2ce6f447ed4d57b1e2f/\(index).jpg"
        return """
            {"followers_count":\(index * 37),"icon_url":\(index % 3 == 0 ? "null" : "\"\(icon)\""),\
            "id":"\(index % 2 == 0 ? "Swift" : "機械学習")\(index)","items_count":\(index)}
            """
    }

    /// The integers below 10,000.
    static let ints = array(10_000) { "\($0)" }

    /// 10,000 coordinates with up to 17 digits.
    static let doubles = array(10_000) { "\(180 * sin(Double($0)))" }

    /// A page of 30 repositories, with all keys of GitHub's response.
    static let search = "{\"total_count\":30,\"incomplete_results\":false,\"items\":\(array(30, repository))}"

    private static func repository(_ index: Int) -> String {
        let url = "https://api.github.com/repos/octo\(index)/repo-\(index)"
        return """
            {"id":\(50_000 + index),"node_id":"MDEwOlJlcG9zaXRvcnk0","name":"repo-\(index)",\
            "full_name":"octo\(index)/repo-\(index)","private":false,"owner":{"login":"octo\(index)","id":\(index),\
            "node_id":"MDQ6VXNlcjEwMDA0","avatar_url":"https://avatars.githubusercontent.com/u/\(index)?v=4",\
            "gravatar_id":"","url":"https://api.github.com/users/octo\(index)",\
            "html_url":"https://github.com/octo\(index)",\(urls(ofOwner, "https://api.github.com/users/octo\(index)")),\
            "type":"User","user_view_type":"public","site_admin":false},\
            "html_url":"https://github.com/octo\(index)/repo-\(index)",\
            "description":"A reactive library — \\"streams\\" for everyone 日本 \(index)","fork":false,"url":"\(url)",\
            \(urls(ofRepository, url)),"created_at":"2015-04-07T21:25:00Z","updated_at":"2026-11-20T10:11:00Z",\
            "pushed_at":"2026-11-19T03:02:00Z","homepage":"https://reactivex.io","size":8000,\
            "stargazers_count":\(index),"watchers_count":24000,"language":"Swift","has_issues":true,\
            "has_projects":true,"has_downloads":true,"has_wiki":true,"has_pages":false,"has_discussions":true,\
            "forks_count":4100,"mirror_url":null,"archived":false,"disabled":false,"open_issues_count":12,\
            "license":{"key":"mit","name":"MIT License","spdx_id":"MIT","node_id":"MDc6TGljZW5zZTEz",\
            "url":"https://api.github.com/licenses/mit"},"allow_forking":true,"is_template":false,\
            "web_commit_signoff_required":false,"topics":["ios","observer","reactivex","swift"],\
            "visibility":"public","forks":4100,"open_issues":12,"watchers":24000,"default_branch":"main",\
            "permissions":{"admin":false,"maintain":false,"push":false,"triage":false,"pull":true},"score":1.0}
            """
    }

    private static let ofOwner = [
        "followers", "following", "gists", "starred", "subscriptions", "organizations", "repos", "events",
        "received_events",
    ]

    private static let ofRepository = [
        "forks", "keys", "collaborators", "teams", "hooks", "issue_events", "events", "assignees", "branches", "tags",
        "blobs", "git_tags", "git_refs", "trees", "statuses", "languages", "stargazers", "contributors", "subscribers",
        "subscription", "commits", "git_commits", "comments", "issue_comment", "contents", "compare", "merges",
        "archive", "downloads", "issues", "pulls", "milestones", "notifications", "labels", "releases", "deployments",
        "git", "ssh", "clone", "svn",
    ]

    private static func urls(_ names: [String], _ url: String) -> String {
        names.map { "\"\($0)_url\":\"\(url)/\($0){/id}\"" }.joined(separator: ",")
    }

    private static func array(_ count: Int, _ element: (Int) -> String) -> String {
        "[\((0..<count).map(element).joined(separator: ","))]"
    }
}
