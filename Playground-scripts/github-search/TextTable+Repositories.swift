import RillGitHub
import RillScriptSupport

extension TextTable {
    /// Repositories as lines of text: name, stars with a bar, language and description.
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
