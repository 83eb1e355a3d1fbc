import ScriptSupport
import Synchronization

/// A line that tells how far it has come, where standard error is a terminal.
final class Progress: Sendable {
    private let pages = Atomic(0)
    private let isShown: Bool

    /// Makes a line for the terminal at standard error.
    init(terminal: Terminal) {
        isShown = terminal.isInteractive
    }

    /// Counts a page; nothing is shown before the second.
    func count() {
        let count = pages.add(1, ordering: .relaxed).newValue
        if isShown, count > 1 { Output.overwriteNote("\(count) pages …") }
    }

    /// Takes the line away.
    func clear() {
        if isShown, pages.load(ordering: .relaxed) > 1 { Output.overwriteNote("") }
    }
}
