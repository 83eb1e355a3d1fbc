import Qiita
import ScriptSupport

/// Tags as lines of text: name, items and followers, each count with a bar.
struct Table {
    private let tags: [Tag]
    private let terminal: Terminal
    private let layout: TableLayout

    init(_ tags: [Tag], terminal: Terminal) {
        self.tags = tags
        self.terminal = terminal
        layout = TableLayout(
            width: terminal.width,
            names: Column(header: "Tag", cells: tags.map { $0.id.printable() }),
            counts: [
                Column(header: "Items", cells: tags.map { $0.itemsCount.grouped }),
                Column(header: "Followers", cells: tags.map { $0.followersCount.grouped }),
            ])
    }

    /// The head and a line for each tag, each with a line feed at its end.
    var text: String {
        var lines = [head]
        let maxima = (tags.map(\.itemsCount).max() ?? 0, tags.map(\.followersCount).max() ?? 0)
        for tag in tags {
            lines.append(
                line(
                    name: terminal.styled(cell(tag.id.printable(), layout.name), .bold),
                    items: tag.itemsCount.grouped.rightAligned(to: layout.counts[0]),
                    itemsBar: bar(tag.itemsCount, of: maxima.0, .cyan),
                    followers: tag.followersCount.grouped.rightAligned(to: layout.counts[1]),
                    followersBar: bar(tag.followersCount, of: maxima.1, .magenta)))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private var head: String {
        func header(_ text: String, _ width: Int) -> String {
            terminal.styled(text.fitted(to: width).rightAligned(to: width), .bold)
        }
        let gap = String(repeating: " ", count: layout.bar)
        return line(
            name: terminal.styled(cell("Tag", layout.name), .bold),
            items: header("Items", layout.counts[0]), itemsBar: gap,
            followers: header("Followers", layout.counts[1]), followersBar: "")
    }

    private func line(
        name: String, items: String, itemsBar: String, followers: String, followersBar: String
    ) -> String {
        let cells = layout.bar > 0 ? [name, items, itemsBar, followers, followersBar] : [name, items, followers]
        let line = cells.joined(separator: String(repeating: " ", count: layout.gap))
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    private func cell(_ text: String, _ width: Int) -> String {
        text.fitted(to: width).padded(to: width)
    }

    private func bar(_ count: Int, of maximum: Int, _ style: Terminal.Style) -> String {
        let bar = Bar.text(maximum > 0 ? Double(count) / Double(maximum) : 0, width: layout.bar)
        return terminal.styled(bar, style) + String(repeating: " ", count: layout.bar - bar.count)
    }
}
