import RillQiita
import RillScript

extension TextTable {
    /// Creates a table of tags with their names, items and followers.
    init(_ tags: [Tag], terminal: Terminal) {
        self.init(
            [
                .text("Tag", tags.map(\.id), style: .bold),
                .counts("Items", tags.map(\.itemsCount), bar: .cyan),
                .counts("Followers", tags.map(\.followersCount), bar: .magenta),
            ], terminal: terminal)
    }
}
