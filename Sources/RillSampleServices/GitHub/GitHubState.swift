internal import Foundation
internal import RillHTTP

/// The generated accounts, repositories, and issues, which are the same on every run.
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
        var repositories = GitHubRepository.ofSampleAccount()
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
        issues = GitHubIssue.makeIssues(in: repositories.filter { !$0.isPrivate }, by: people)
        usersByLogin = Dictionary(uniqueKeysWithValues: users.map { ($0.login.lowercased(), $0) })
        repositoriesByName = Dictionary(uniqueKeysWithValues: repositories.map { ($0.fullName.lowercased(), $0) })
    }

    /// Returns the account with a login.
    ///
    /// The comparison is case-insensitive.
    func user(_ login: String) -> GitHubAccount? { usersByLogin[login.lowercased()] }

    /// Returns the repository with a full name.
    ///
    /// The comparison is case-insensitive.
    func repository(_ fullName: String) -> GitHubRepository? { repositoriesByName[fullName.lowercased()] }

    /// Returns the repositories that are visible to an account, or to anonymous callers if `login` is `nil`.
    func repositories(visibleTo login: String?) -> [GitHubRepository] {
        repositories.filter { !$0.isPrivate || $0.owner == login }
    }
}

/// A date in the sample data, with a precision of seconds.
struct GitHubDate: Sendable {
    /// Seconds since 1970.
    let seconds: Int

    /// Creates a date in the years from 2012 to 2025.
    init(_ dice: inout GitHubDice) {
        seconds = 1_325_376_000 + dice.roll(441_849_600)
    }

    /// Creates a date up to two years after another date.
    init(after other: GitHubDate, _ dice: inout GitHubDice) {
        seconds = other.seconds + dice.roll(63_072_000)
    }

    var json: JSONValue { .string(Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)) }
}
