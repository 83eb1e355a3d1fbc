import Foundation

/// The pages received so far, with a status line that counts them if standard error is a terminal.
package final class PageProgress<Page: Sendable>: @unchecked Sendable {  // `kept` is guarded by `lock`
    private let lock = NSLock()
    private var kept: [Page] = []
    private let isShown: Bool

    /// Creates a page counter for the terminal at standard error.
    package init(terminal: Terminal) {
        isShown = terminal.isInteractive
    }

    private var pages: [Page] { lock.withLock { kept } }

    /// Reads all pages, then writes them.
    ///
    /// If reading fails, writes the pages received so far and throws the error.
    ///
    /// - Parameters:
    ///   - read: A closure that reads the pages and passes each to ``append(_:)``.
    ///   - write: A closure that writes the pages. It is not called if the task was canceled, or if reading failed before
    ///     the first page.
    /// - Throws: Any error that the closures throw.
    package func collect(_ read: () async throws -> Void, write: ([Page]) throws -> Void) async throws {
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

    /// Adds a page.
    ///
    /// The status line appears with the second page.
    package func append(_ page: Page) {
        let count = lock.withLock {
            kept.append(page)
            return kept.count
        }
        if isShown, count > 1 { Output.showStatus("\(count) pages …") }
    }

    /// Erases the status line.
    package func clear() {
        if isShown, pages.count > 1 { Output.showStatus() }
    }
}
