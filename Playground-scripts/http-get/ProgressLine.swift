import Rill
import RillHTTP
import ScriptSupport

/// The line at the bottom of a terminal that shows how far something has come; nothing where there is no terminal.
final class ProgressLine: @unchecked Sendable {  // `meter` and `drawn` are guarded by `lock`
    /// Faster than that nobody reads.
    private static let interval = Duration.milliseconds(100)

    private let terminal: Terminal
    private let start = ContinuousClock.now
    private let lock = Lock()
    private var meter = RateMeter()
    private var drawn: ContinuousClock.Instant?

    /// Makes a line for the terminal at standard error.
    init(_ terminal: Terminal) {
        self.terminal = terminal
    }

    /// Shows how much of a file has come.
    func show(_ download: DownloadProgress) {
        draw { meter, time in
            meter.note(download.completed, at: time)
            return ProgressBar(completed: download.completed, total: download.total, rate: meter.rate)
                .text(width: terminal.width - 1)
        }
    }

    /// Shows how many of several requests are done.
    func show(_ count: Int, of total: Int) {
        draw { _, _ in "\(count.grouped) of \(total.grouped) requests".fitted(to: terminal.width - 1) }
    }

    /// Takes the line away.
    func clear() {
        let wasDrawn = lock.withLock { drawn.take() != nil }
        if wasDrawn { Output.overwriteNote("") }
    }

    private func draw(_ text: (inout RateMeter, Duration) -> String) {
        guard terminal.isInteractive else { return }
        let now = ContinuousClock.now
        let line: String? = lock.withLock {
            if let drawn, now - drawn < Self.interval { return nil }
            drawn = now
            return text(&meter, now - start)
        }
        if let line { Output.overwriteNote(line) }
    }
}
