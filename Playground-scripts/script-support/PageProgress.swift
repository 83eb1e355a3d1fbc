import Foundation

/// The pages that have come so far, and a line that tells how many, where standard error is a terminal.
package final class PageProgress<Page: Sendable>: @unchecked Sendable {  // `kept` is guarded by `lock`
    private let lock = NSLock()
    private var kept: [Page] = []
    private let isShown: Bool

    /// Makes a line for the terminal at standard error.
    package init(terminal: Terminal) {
        isShown = terminal.isInteractive
    }

    private var pages: [Page] { lock.withLock { kept } }

    /// Writes the pages when all have come, or those that came before a failure, which is then thrown.
    ///
    /// - Parameters:
    ///   - read: Reads them all, and hands each to ``take(_:)``.
    ///   - write: Writes them; not called if the task was cancelled, or if none came before a failure.
    /// - Throws: What the two throw.
    package func gather(_ read: () async throws -> Void, write: ([Page]) throws -> Void) async throws {
        do {
            try await read()
        } catch {
            clear()
            if !pages.isEmpty, !Task.isCancelled { try write(pages) }
            throw error
        }
        clear()
        try write(pages)
    }

    /// Takes a page; nothing is shown before the second.
    package func take(_ page: Page) {
        let count = lock.withLock {
            kept.append(page)
            return kept.count
        }
        if isShown, count > 1 { Output.overwriteNote("\(count) pages …") }
    }

    /// Takes the line away.
    package func clear() {
        if isShown, pages.count > 1 { Output.overwriteNote("") }
    }
}
