import RillQiita
import RillScriptSupport

extension TextTable {
    /// Tags as lines of text: name, items and followers, each count with a bar.
    init(_ tags: [Tag], terminal: Terminal) {
        self.init(
            [
                .text("Tag", tags.map(\.id), style: .bold),
                .counts("Items", tags.map(\.itemsCount), bar: .cyan),
                .counts("Followers", tags.map(\.followersCount), bar: .magenta),
            ], terminal: terminal)
    }
}
