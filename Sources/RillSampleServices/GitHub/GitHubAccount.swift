internal import RillHTTP

/// An account with its representations in GitHub's JSON format.
struct GitHubAccount: Sendable {
    let login: String
    let id: Int
    let isOrganization: Bool
    let repositoryCount: Int
    let name: String?
    let location: String?
    let followers: Int
    let following: Int
    let created: GitHubDate

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
        created = GitHubDate(&dice)
    }

    /// Returns the summary in search results and other resources.
    func summary(_ base: String) -> JSONValue {
        [
            "login": .string(login), "id": .integer(id), "node_id": .string("U_\(id)"), "gravatar_id": "",
            "avatar_url": .string("https://avatars.example/u/\(id)?v=4"),
            "html_url": .string("https://github.example/\(login)"), "url": .string("\(base)/users/\(login)"),
            "repos_url": .string("\(base)/users/\(login)/repos"),
            "type": isOrganization ? "Organization" : "User", "site_admin": false,
        ]
    }

    /// Returns the public profile.
    func profile(_ base: String) -> JSONValue {
        summary(base).merging([
            "name": .optional(name), "company": nil, "blog": "", "location": .optional(location), "email": nil,
            "hireable": nil, "bio": nil, "twitter_username": nil, "public_repos": .integer(repositoryCount),
            "public_gists": 0, "followers": .integer(followers), "following": .integer(following),
            "created_at": created.json, "updated_at": created.json,
        ])
    }

    /// Returns the profile with the private properties.
    func ownProfile(_ base: String, privateRepositories: Int) -> JSONValue {
        profile(base).merging([
            "private_gists": 0, "total_private_repos": .integer(privateRepositories),
            "owned_private_repos": .integer(privateRepositories), "disk_usage": 4_096, "collaborators": 0,
            "two_factor_authentication": true,
            "plan": ["name": "free", "space": 976_562_499, "collaborators": 0, "private_repos": 10_000],
        ])
    }
}
