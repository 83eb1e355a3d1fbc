internal import Foundation

/// All that the sample knows: accounts, repositories, issues; made up, and the same on every run.
struct GitHubState: Sendable {
    static let shared = GitHubState()

    let users: [GitHubAccount]
    let repositories: [GitHubRepository]
    let issues: [GitHubIssue]

    private let usersByLogin: [String: GitHubAccount]
    private let repositoriesByName: [String: GitHubRepository]

    private init() {
        let people = GitHubWords.people.enumerated().map { index, name in
            "\(name)-\(GitHubWords.surnames[index % GitHubWords.surnames.count])"
        }
        let logins = [SampleGitHub.login] + people + GitHubWords.organizations
        var repositories = GitHubRepository.ofOwner()
        for adjective in GitHubWords.adjectives {
            for noun in GitHubWords.nouns {
                var dice = GitHubDice("owner of \(adjective)-\(noun)")
                let owner = logins[1 + dice.roll(logins.count - 1)]
                repositories.append(
                    GitHubRepository(adjective: adjective, noun: noun, owner: owner, id: 5_000 + repositories.count))
            }
        }
        let counts = Dictionary(grouping: repositories.filter { !$0.isPrivate }, by: \.owner).mapValues(\.count)
        let users = logins.enumerated().map { index, login in
            GitHubAccount(
                login: login, id: 100 + index, isOrganization: GitHubWords.organizations.contains(login),
                repositoryCount: counts[login] ?? 0)
        }
        self.users = users
        self.repositories = repositories
        issues = GitHubIssue.some(of: repositories.filter { !$0.isPrivate }, by: people)
        usersByLogin = Dictionary(uniqueKeysWithValues: users.map { ($0.login.lowercased(), $0) })
        repositoriesByName = Dictionary(uniqueKeysWithValues: repositories.map { ($0.fullName.lowercased(), $0) })
    }

    /// An account by its name, in any case.
    func user(_ login: String) -> GitHubAccount? { usersByLogin[login.lowercased()] }

    /// A repository by its owner's name and its own, in any case.
    func repository(_ fullName: String) -> GitHubRepository? { repositoriesByName[fullName.lowercased()] }

    /// The repositories that someone may see.
    func repositories(seenBy login: String?) -> [GitHubRepository] {
        repositories.filter { !$0.isPrivate || $0.owner == login }
    }
}

/// A moment of the sample's history.
struct GitHubMoment: Sendable, Hashable, Comparable {
    /// Seconds since 1970.
    let seconds: Int

    /// Makes a moment between the beginning of 2012 and that of 2026.
    init(_ dice: inout GitHubDice) {
        seconds = 1_325_376_000 + dice.roll(441_849_600)
    }

    /// Makes a moment within two years after another.
    init(after other: GitHubMoment, _ dice: inout GitHubDice) {
        seconds = other.seconds + dice.roll(63_072_000)
    }

    var json: JSONValue {
        .string(Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601))
    }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.seconds < rhs.seconds }
}
