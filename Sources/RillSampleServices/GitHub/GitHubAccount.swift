/// An account as GitHub's JSON has it.
struct GitHubAccount: Sendable {
    let login: String
    let id: Int
    let isOrganization: Bool
    let repositoryCount: Int
    let name: String?
    let location: String?
    let followers: Int
    let following: Int
    let created: GitHubMoment

    init(login: String, id: Int, isOrganization: Bool, repositoryCount: Int) {
        var dice = GitHubDice("account \(login)")
        self.login = login
        self.id = id
        self.isOrganization = isOrganization
        self.repositoryCount = repositoryCount
        let words = login.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        name = dice.roll(5) == 0 ? nil : words.joined(separator: " ")
        location = dice.roll(3) == 0 ? nil : dice.pick(GitHubWords.places)
        followers = 5_000 / (1 + dice.roll(200)) + dice.roll(20)
        following = isOrganization ? 0 : dice.roll(80)
        created = GitHubMoment(&dice)
    }

    /// What is told of someone who is mentioned.
    func mention(_ base: String) -> JSONValue {
        [
            "login": .string(login), "id": .int(id), "node_id": .string("U_\(id)"), "gravatar_id": "",
            "avatar_url": .string("https://avatars.example/u/\(id)?v=4"),
            "html_url": .string("https://github.example/\(login)"), "url": .string("\(base)/users/\(login)"),
            "repos_url": .string("\(base)/users/\(login)/repos"),
            "type": isOrganization ? "Organization" : "User", "site_admin": false,
        ]
    }

    /// What a search tells.
    func found(_ base: String) -> JSONValue { mention(base).merging(["score": 1.0]) }

    /// What anyone may know.
    func profile(_ base: String) -> JSONValue {
        mention(base).merging([
            "name": .optional(name), "company": nil, "blog": "", "location": .optional(location), "email": nil,
            "hireable": nil, "bio": nil, "twitter_username": nil, "public_repos": .int(repositoryCount),
            "public_gists": 0, "followers": .int(followers), "following": .int(following), "created_at": created.json,
            "updated_at": created.json,
        ])
    }

    /// What only the owner may know.
    func ownProfile(_ base: String, privateRepositories: Int) -> JSONValue {
        profile(base).merging([
            "private_gists": 0, "total_private_repos": .int(privateRepositories),
            "owned_private_repos": .int(privateRepositories), "disk_usage": 4_096, "collaborators": 0,
            "two_factor_authentication": true,
            "plan": ["name": "free", "space": 976_562_499, "collaborators": 0, "private_repos": 10_000],
        ])
    }
}
