public import Rill

/// Collects pages, and shows the number of received pages in a status line if standard error is a terminal.
public final class PageProgress<Page: Sendable>: Sendable {
    private let kept = Locked<[Page]>([])
    private let isShown: Bool

    /// Creates a page counter.
    ///
    /// - Parameter terminal: The terminal connected to standard error.
    public init(_ terminal: Terminal = Terminal(.errors)) {
        isShown = terminal.isInteractive
    }

    private var pages: [Page] { kept.withLock { $0 } }

    /// Collects all pages and then writes them.
    ///
    /// If a page fails, the method writes the pages received so far and throws the error. The status line appears when
    /// the second page arrives.
    ///
    /// - Parameters:
    ///   - pages: The pages.
    ///   - write: A closure that writes the pages. It is not called if the task was canceled, or if the first page failed.
    /// - Throws: The error with which `pages` fails, or any error that `write` throws.
    public func collect(_ pages: Observable<Page>, write: ([Page]) throws -> Void) async throws {
        do {
            for try await page in pages.values { append(page) }
        } catch {
            clear()
            if !self.pages.isEmpty, !Task.isCancelled { try write(self.pages) }
            throw error
        }
        clear()
        try write(self.pages)
    }

    private func append(_ page: Page) {
        let count = kept.withLock {
            $0.append(page)
            return $0.count
        }
        if isShown, count > 1 { Output.showStatus("\(count) pages …") }
    }

    /// Erases the status line.
    public func clear() {
        if isShown, pages.count > 1 { Output.showStatus() }
    }
}
