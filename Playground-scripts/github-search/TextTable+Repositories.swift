import RillGitHub
import RillScript

extension TextTable {
    /// Creates a table of repositories with their names, stars, languages and descriptions.
    init(_ repositories: [Repository], terminal: Terminal) {
        self.init(
            [
                .text("Repository", repositories.map(\.fullName), style: .bold),
                .counts("Stars", repositories.map { $0.stargazersCount ?? 0 }, bar: .cyan),
                .text("Language", repositories.map { $0.language ?? "" }),
                .text("Description", repositories.map { $0.description ?? "" }),
            ], terminal: terminal)
    }
}
