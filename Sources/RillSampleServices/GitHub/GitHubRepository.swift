internal import RillHTTP

/// A repository with its representations in GitHub's JSON format.
struct GitHubRepository: Sendable {
    let id: Int
    let owner: String
    let name: String
    let about: String?
    let language: String?
    let license: (key: String, name: String, spdx: String)?
    let topics: [String]
    let stars: Int
    let forks: Int
    let openIssues: Int
    let size: Int
    let isPrivate: Bool
    let isFork: Bool
    let isArchived: Bool
    let created: GitHubDate
    let updated: GitHubDate
    let pushed: GitHubDate

    var fullName: String { "\(owner)/\(name)" }

    /// Creates a generated repository.
    init(adjective: String, noun: String, owner: String, id: Int) {
        var dice = GitHubDice("about \(adjective)-\(noun)")
        let about = dice.roll(12) == 0 ? nil : "A \(adjective) \(noun) for \(dice.pick(GitHubWords.purposes))"
        self.init(id: id, owner: owner, name: "\(adjective)-\(noun)", about: about)
    }

    private init(id: Int, owner: String, name: String, about: String?, language: String? = nil, isPrivate: Bool = false)
    {
        var dice = GitHubDice("repository \(owner)/\(name)")
        self.id = id
        self.owner = owner
        self.name = name
        self.about = about
        self.isPrivate = isPrivate
        let anyLanguage = dice.pick(GitHubWords.languages)
        self.language = language ?? anyLanguage
        license = dice.pick(GitHubWords.licenses)
        topics = Set((0..<dice.roll(4)).map { _ in dice.pick(GitHubWords.topics) }).sorted()
        stars = 40_000 / (1 + dice.roll(10_000)) + dice.roll(40)
        forks = stars * dice.roll(30) / 100
        openIssues = dice.roll(20)
        size = 10 + dice.roll(50_000)
        isFork = dice.roll(25) == 0
        isArchived = dice.roll(30) == 0
        created = GitHubDate(&dice)
        pushed = GitHubDate(after: created, &dice)
        updated = GitHubDate(after: pushed, &dice)
    }

    /// Returns the repositories of the account of the default token.
    static func ofSampleAccount() -> [GitHubRepository] {
        let login = SampleGitHub.login
        let name = String(SampleGitHub.presentName.dropFirst(login.count + 1))
        return [
            GitHubRepository(
                id: 4_001, owner: login, name: name, about: "Reactive streams and typed API clients",
                language: "Swift"),
            GitHubRepository(
                id: 4_002, owner: login, name: "C-plus-plus_notes", about: "Notes about C++ & C#", language: "C++"),
            GitHubRepository(id: 4_003, owner: login, name: "小川", about: "小さな川のように流れるデータ"),
            GitHubRepository(id: 4_004, owner: login, name: "diary", about: nil, isPrivate: true),
            GitHubRepository(id: 4_005, owner: login, name: "drafts", about: "Not ready", isPrivate: true),
        ]
    }
}

extension GitHubRepository {
    /// Returns an element of a list or a search result.
    func listElement(_ base: String, _ state: GitHubState) -> JSONValue {
        let url = "\(base)/repos/\(fullName)"
        return [
            "id": .integer(id), "node_id": .string("R_\(id)"), "name": .string(name), "full_name": .string(fullName),
            "private": .bool(isPrivate), "visibility": isPrivate ? "private" : "public", "fork": .bool(isFork),
            "owner": state.user(owner)?.summary(base) ?? nil, "html_url": .string("https://github.example/\(fullName)"),
            "url": .string(url), "description": .optional(about), "homepage": "", "language": .optional(language),
            "mirror_url": nil, "license": licenseJSON(base), "topics": .array(topics.map { .string($0) }),
            "created_at": created.json, "updated_at": updated.json, "pushed_at": pushed.json, "size": .integer(size),
            "stargazers_count": .integer(stars), "watchers_count": .integer(stars), "watchers": .integer(stars),
            "forks_count": .integer(forks), "forks": .integer(forks), "open_issues_count": .integer(openIssues),
            "open_issues": .integer(openIssues), "default_branch": "main", "archived": .bool(isArchived),
            "disabled": false,
            "has_issues": true, "has_projects": true, "has_pages": false, "has_wiki": true, "has_downloads": true,
            "has_discussions": false, "is_template": false, "allow_forking": true,
        ]
    }

    /// Returns the complete representation.
    func fullRepresentation(_ base: String, _ state: GitHubState) -> JSONValue {
        listElement(base, state).merging(["subscribers_count": .integer(stars / 20), "network_count": .integer(forks)])
    }

    private func licenseJSON(_ base: String) -> JSONValue {
        guard let license else { return nil }
        let isKnown = license.key != "other"
        return [
            "key": .string(license.key), "name": .string(license.name), "spdx_id": .string(license.spdx),
            "url": isKnown ? .string("\(base)/licenses/\(license.key)") : nil, "node_id": .string("L_\(license.key)"),
        ]
    }
}
