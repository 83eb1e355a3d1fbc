internal import RillHTTP

/// An issue or pull request with its representation in GitHub's JSON format.
struct GitHubIssue: Sendable {
    let id: Int
    let number: Int
    let repository: String
    let title: String
    let body: String?
    let author: String
    let isPullRequest: Bool
    let isOpen: Bool
    let label: (name: String, color: String)?
    let comments: Int
    let reactions: Int
    let created: GitHubDate
    let updated: GitHubDate

    /// Creates up to four issues for every third repository.
    static func makeIssues(in repositories: [GitHubRepository], by people: [String]) -> [GitHubIssue] {
        var issues: [GitHubIssue] = []
        for (index, repository) in repositories.enumerated() where index % 3 == 0 {
            var dice = GitHubDice("issues of \(repository.fullName)")
            for number in 1...1 + dice.roll(4) {
                issues.append(
                    GitHubIssue(id: 90_000 + issues.count, number: number, in: repository.fullName, people, &dice))
            }
        }
        return issues
    }

    private init(id: Int, number: Int, in repository: String, _ people: [String], _ dice: inout GitHubDice) {
        self.id = id
        self.number = number
        self.repository = repository
        isPullRequest = dice.roll(3) == 0
        let problem = "\(dice.pick(GitHubWords.problems)) \(dice.pick(GitHubWords.occasions))"
        title = isPullRequest ? "Fix: \(problem)" : problem
        body = dice.roll(6) == 0 ? nil : "Seen in `\(repository)`."
        author = dice.pick(people)
        isOpen = dice.roll(2) == 0
        label = dice.roll(3) == 0 ? nil : dice.pick(GitHubWords.labels)
        comments = dice.roll(30)
        reactions = dice.roll(12)
        created = GitHubDate(&dice)
        updated = GitHubDate(after: created, &dice)
    }

    /// Returns the issue as an element of a search result.
    func json(_ base: String, _ state: GitHubState) -> JSONValue {
        let home = "\(base)/repos/\(repository)"
        let page = "https://github.example/\(repository)/\(isPullRequest ? "pull" : "issues")/\(number)"
        let labels: [JSONValue] =
            label.map { name, color in
                [["id": .integer(name.count), "name": .string(name), "color": .string(color), "default": true]]
            } ?? []
        let issue: JSONValue = [
            "id": .integer(id), "node_id": .string("I_\(id)"), "number": .integer(number), "title": .string(title),
            "body": .optional(body), "user": state.user(author)?.summary(base) ?? nil, "labels": .array(labels),
            "state": isOpen ? "open" : "closed", "state_reason": isOpen || isPullRequest ? nil : "completed",
            "url": .string("\(home)/issues/\(number)"), "html_url": .string(page), "repository_url": .string(home),
            "assignee": nil, "assignees": [], "milestone": nil, "locked": false, "comments": .integer(comments),
            "created_at": created.json, "updated_at": updated.json, "closed_at": isOpen ? nil : updated.json,
            "author_association": "CONTRIBUTOR",
        ]
        guard isPullRequest else { return issue }
        return issue.merging([
            "draft": false,
            "pull_request": ["url": .string("\(home)/pulls/\(number)"), "merged_at": isOpen ? nil : updated.json],
        ])
    }
}
