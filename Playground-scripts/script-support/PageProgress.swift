import Synchronization

/// A line that tells how many pages have come, where standard error is a terminal.
package final class PageProgress: Sendable {
    private let pages = Atomic(0)
    private let isShown: Bool

    /// Makes a line for the terminal at standard error.
    package init(terminal: Terminal) {
        isShown = terminal.isInteractive
    }

    /// Counts a page; nothing is shown before the second.
    package func count() {
        let count = pages.add(1, ordering: .relaxed).newValue
        if isShown, count > 1 { Output.overwriteNote("\(count) pages …") }
    }

    /// Takes the line away.
    package func clear() {
        if isShown, pages.load(ordering: .relaxed) > 1 { Output.overwriteNote("") }
    }
}
