import Foundation
import RillGitHub
import RillHTTP
import RillMiddleware
import Testing

@Suite struct ModelTests {
    private func decode<Model: Decodable>(_ type: Model.Type, _ json: String) throws -> Model {
        try GitHubClient.makeDecoder().decode(type, from: Data(json.utf8))
    }

    private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test func decodesMinimalRepository() throws {
        let repository = try decode(
            Repository.self, Fixtures.bareRepository)
        #expect(repository.id == 41)
        #expect(repository.nodeID == "R_kg")
        #expect(repository.name == "tetris")
        #expect(repository.fullName == "octo/tetris")
        #expect(!repository.isPrivate)
        #expect(!repository.isFork)
        #expect(repository.owner == nil)
        #expect(repository.description == nil)
        #expect(repository.homepage == nil)
        #expect(repository.language == nil)
        #expect(repository.license == nil)
        #expect(repository.pushedAt == nil)
        #expect(repository.topics == nil)
        #expect(repository.createdAt == (try date("2012-01-01T00:31:50Z")))
        #expect(repository.stargazersCount == 10)
        #expect(repository.score == 1.5)
    }

    @Test func decodesFullRepository() throws {
        let repository = try decode(
            Repository.self, Fixtures.fullRepository)
        #expect(repository.isPrivate && repository.isFork)
        #expect(repository.htmlURL?.absoluteString == "https://github.com/octo/rill")
        #expect(repository.url.absoluteString == "https://api.github.com/repos/octo/rill")
        #expect(repository.owner?.login == "octo")
        #expect(repository.owner?.kind == .user)
        #expect(repository.description == "Streams")
        #expect(repository.homepage == "")
        #expect(repository.language == "Swift")
        var license = License(key: "other", name: "Other")
        license.nodeID = "L_k"
        #expect(repository.license == license)
        #expect(repository.topics == ["streams", "swift"])
        #expect(repository.visibility == .private)
        #expect(repository.defaultBranch == "trunk")
        #expect(repository.updatedAt == (try date("2024-05-05T17:58:47Z")))
        #expect(repository.pushedAt == (try date("2024-01-01T00:37:02Z")))
        let counts = [
            repository.size, repository.stargazersCount, repository.watchersCount, repository.forksCount,
            repository.openIssuesCount, repository.subscribersCount,
        ]
        #expect(counts == [1, 20, 20, 4, 5, 6])
        let flags = [
            repository.isArchived, repository.isDisabled, repository.isTemplate, repository.hasIssues,
            repository.hasProjects, repository.hasWiki, repository.hasPages, repository.hasDiscussions,
        ]
        #expect(flags == [true, true, true, true, true, false, true, true])
        #expect(repository.permissions == ["admin": false, "push": true, "pull": true])
        // An integer is decoded as a Double.
        #expect(repository.score == 1)
    }

    @Test func emptyURLOfOptionalPropertyIsNil() throws {
        let user = #"{"login":"o","id":1,"avatar_url":"https://a/b","url":"https://a/u","type":"User","html_url":""}"#
        #expect(try decode(User.self, user).htmlURL == nil)
        let repository = try decode(
            Repository.self,
            #"{"id":1,"name":"r","full_name":"o/r","private":false,"fork":false,"url":"https://a/r","html_url":"","#
                + #""license":{"key":"mit","name":"MIT","url":""}}"#)
        #expect(repository.htmlURL == nil && repository.license?.url == nil)
        let issue = try decode(
            Issue.self,
            #"{"id":1,"number":1,"title":"t","state":"open","url":"https://a/i","html_url":"","repository_url":"","#
                + #""pull_request":{"url":""}}"#)
        #expect(issue.htmlURL == nil && issue.repositoryURL == nil && issue.pullRequest?.url == nil)
    }

    @Test func emptyURLOfRequiredPropertyFails() {
        let user = #"{"login":"o","id":1,"avatar_url":"https://a/b","url":""}"#
        #expect(throws: DecodingError.self) { try decode(User.self, user) }
    }

    @Test func decodesResponsesOf2012() throws {
        let repository = try decode(
            Repository.self,
            #"{"id":1,"name":"r","private":false,"fork":true,"url":"https://a/r","owner":{"login":"o","id":1,"#
                + #""avatar_url":"https://a/b","gravatar_id":"e7","url":"https://a/u"}}"#)
        #expect(repository.fullName == "o/r")
        #expect(repository.owner?.login == "o" && repository.owner?.kind == nil)
        let limits = try decode(RateLimits.self, #"{"rate":{"limit":5000,"remaining":4999}}"#)
        #expect(limits.core?.limit == 5_000 && limits.core?.resource == "core" && limits.search == nil)
        #expect(throws: DecodingError.self) { try decode(RateLimits.self, "{}") }
    }

    @Test func decodesResponseOfOlderServer() throws {
        let page = try decode(SearchPage<Repository>.self, Fixtures.olderSearchResults)
        let repository = try #require(page.items.first)
        #expect(repository.fullName == "octo/tetris")
        #expect(repository.htmlURL?.absoluteString == "https://github.com/octo/tetris")
        #expect(repository.nodeID == nil)
        #expect(repository.owner?.login == "octo")
        #expect(repository.owner?.htmlURL == nil)
        #expect(repository.owner?.nodeID == nil)
        #expect(repository.score == 10.309_157)
        #expect(repository.createdAt == (try date("2012-01-01T00:31:50Z")))
        #expect(repository.topics == nil)
    }

    @Test func decodesIssueWithoutNodeIDAndWebPage() throws {
        let issue = try decode(
            RillGitHub.Issue.self, #"{"id":1,"number":2,"title":"t","state":"open","url":"https://x/"}"#)
        #expect(issue.nodeID == nil)
        #expect(issue.htmlURL == nil)
    }

    @Test func decodesIssueAndPullRequest() throws {
        let issue = try decode(
            RillGitHub.Issue.self, Fixtures.issue)
        #expect(issue.id == 9)
        #expect(issue.number == 3)
        #expect(issue.state == .closed)
        #expect(issue.stateReason == "completed")
        #expect(issue.user?.login == "octo")
        #expect(issue.assignees?.map(\.login) == ["octo"])
        #expect(issue.labels?.map(\.name) == ["bug", nil])
        #expect(issue.labels?.first?.color == "d73a4a")
        #expect(issue.body == "It does.")
        #expect(issue.comments == 2)
        #expect(issue.closedAt == (try date("2026-02-05T15:30:00Z")))
        #expect(issue.repositoryURL?.absoluteString == "https://api.github.com/repos/octo/rill")
        #expect(issue.isLocked == false)
        #expect(issue.score == 1)
        #expect(!issue.isPullRequest)

        let request = try decode(
            RillGitHub.Issue.self,
            #"""
            {"id":1,"node_id":"I","number":2,"title":"t","state":"open","html_url":"https://x/","url":"https://x/",
            "user":null,"draft":true,"pull_request":{"url":"https://x/pulls/2","merged_at":null}}
            """#)
        #expect(request.isPullRequest)
        #expect(request.isDraft == true)
        #expect(request.pullRequest?.mergedAt == nil)
        #expect(request.user == nil)
    }

    @Test func decodesUserProfile() throws {
        let user = try decode(
            User.self,
            #"""
            {"login":"octo","id":7,"node_id":"U","avatar_url":"https://x/u","html_url":"https://x/h","url":"https://x/a",
            "type":"Organization","site_admin":true,"name":"Octo","company":"C","blog":"","location":"L","email":"e",
            "hireable":true,"bio":"B","twitter_username":"T","public_repos":1,"public_gists":2,"followers":3,"following":4,
            "created_at":"2012-01-01T00:31:50Z","updated_at":"2024-05-05T17:58:47Z"}
            """#)
        #expect(user.kind == .organization)
        #expect(user.isSiteAdmin == true)
        #expect(
            [user.name, user.company, user.blog, user.location, user.email, user.bio, user.twitterUsername]
                == ["Octo", "C", "", "L", "e", "B", "T"])
        #expect(user.isHireable == true)
        #expect([user.publicRepositories, user.publicGists, user.followers, user.following] == [1, 2, 3, 4])
        #expect(user.createdAt == (try date("2012-01-01T00:31:50Z")))
    }

    @Test func decodesAuthenticatedUser() throws {
        let json =
            Fixtures.owner.dropLast() + #"""
                ,"name":null,"private_gists":1,"total_private_repos":2,"owned_private_repos":3,"disk_usage":4,
                "collaborators":5,"two_factor_authentication":true,"plan":{"name":"pro","space":1}}
                """#
        let owner = try decode(
            AuthenticatedUser.self, String(json))
        #expect(owner.user.login == "octo")
        let numbers = [
            owner.privateGists, owner.totalPrivateRepositories, owner.ownedPrivateRepositories, owner.diskUsage,
            owner.collaborators,
        ]
        #expect(numbers == [1, 2, 3, 4, 5])
        #expect(owner.hasTwoFactorAuthentication == true)
        #expect(owner.plan?.name == "pro")
        // A token without permissions yields only the public profile.
        #expect(try decode(AuthenticatedUser.self, Fixtures.owner).plan == nil)
    }

    @Test func modelsRoundTripThroughJSON() throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        func check<Model: Codable & Equatable>(_ type: Model.Type, _ json: String) throws {
            let model = try decode(type, json)
            let written = try encoder.encode(model)
            #expect(try GitHubClient.makeDecoder().decode(type, from: written) == model)
        }
        try check(Repository.self, Fixtures.bareRepository)
        try check(Repository.self, Fixtures.fullRepository)
        try check(RillGitHub.Issue.self, Fixtures.issue)
        try check(User.self, Fixtures.owner)
        try check(AuthenticatedUser.self, Fixtures.owner)
        try check(RateLimits.self, #"{"resources":{"core":{"limit":60,"used":1,"remaining":59,"reset":1795293340}}}"#)
        let keys = String(
            decoding: try encoder.encode(try decode(Repository.self, Fixtures.fullRepository)), as: UTF8.self)
        #expect(keys.contains(#""stargazers_count":20"#))
        #expect(keys.contains(#""pushed_at":"2024-01-01T00:37:02Z""#))
    }

    @Test(arguments: ["name", "private", "id", "url"])
    func failsToDecodeInvalidRepository(key: String) {
        let json = Fixtures.bareRepository.replacing("\"\(key)\"", with: "\"x\"")
        #expect(throws: DecodingError.self) { try decode(Repository.self, json) }
    }

    @Test func parsesRateLimitHeaderFields() {
        let limit = GitHubRateLimit(Fixtures.rate(limit: 30, remaining: 7))
        let reset = Date(timeIntervalSince1970: 1_790_000_000)
        #expect(limit == GitHubRateLimit(limit: 30, remaining: 7, used: 23, reset: reset, resource: "search"))
        #expect(GitHubRateLimit([:]) == nil)
        #expect(GitHubRateLimit([.init(literal: "X-RateLimit-Resource"): "core"]) == nil)
        #expect(GitHubRateLimit([.init(literal: "X-RateLimit-Remaining"): "many"]) == nil)
    }
}
