import Foundation

/// The line at the bottom of a terminal that shows how far something has come; nothing where there is no terminal.
package final class ProgressLine: @unchecked Sendable {  // `meter` and `drawn` are guarded by `lock`
    /// Faster than that nobody reads.
    private static let interval = Duration.milliseconds(100)

    private let terminal: Terminal
    private let start = ContinuousClock.now
    private let lock = NSLock()
    private var meter = RateMeter()
    private var drawn: ContinuousClock.Instant?

    /// Makes a line for the terminal at standard error.
    package init(_ terminal: Terminal) {
        self.terminal = terminal
    }

    /// Shows how many bytes of something have come.
    ///
    /// - Parameters:
    ///   - completed: How many there are.
    ///   - total: How many there will be; nil if nobody knows.
    package func show(bytes completed: Int, of total: Int?) {
        draw { meter, time in
            meter.note(completed, at: time)
            return ProgressBar(completed: completed, total: total, rate: meter.rate).text(width: terminal.width - 1)
        }
    }

    /// Shows how many of several things are done.
    ///
    /// - Parameters:
    ///   - count: How many are done.
    ///   - total: How many there are; nil if nobody knows.
    ///   - things: What they are called.
    package func show(_ count: Int, of total: Int?, _ things: String) {
        let amount = total.map { "\(count.grouped) of \($0.grouped)" } ?? count.grouped
        draw { meter, time in
            meter.note(count, at: time)
            let rate = total == nil ? meter.rate.map { ", \(Int($0.rounded()).grouped)/s" } : nil
            return "\(amount) \(things)\(rate ?? "")".fitted(to: terminal.width - 1)
        }
    }

    /// Takes the line away.
    package func clear() {
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
