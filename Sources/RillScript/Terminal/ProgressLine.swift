import Foundation

/// A status line on standard error that shows the progress of an operation.
///
/// Updates at most ten times per second. Writes nothing if standard error is not a terminal.
public final class ProgressLine: @unchecked Sendable {  // `meter` and `drawn` are guarded by `lock`
    /// The minimum time between two updates.
    private static let interval = Duration.milliseconds(100)

    private let terminal: Terminal
    private let start = ContinuousClock.now
    private let lock = NSLock()
    private var meter = RateMeter()
    private var drawn: ContinuousClock.Instant?

    /// Creates a progress line.
    ///
    /// - Parameter terminal: The terminal at standard error.
    public init(_ terminal: Terminal = Terminal(.errors)) {
        self.terminal = terminal
    }

    /// Shows the progress of a transfer.
    ///
    /// - Parameters:
    ///   - completed: The number of transferred bytes.
    ///   - total: The total number of bytes, or `nil` if it is unknown.
    public func show(bytes completed: Int, of total: Int?) {
        draw { meter, time in
            meter.note(completed, at: time)
            return ProgressBar(completed: completed, total: total, rate: meter.rate).text(width: terminal.width - 1)
        }
    }

    /// Shows the number of completed items.
    ///
    /// - Parameters:
    ///   - count: The number of completed items.
    ///   - total: The total number of items, or `nil` if it is unknown.
    ///   - noun: The plural noun for the items, such as `requests`.
    public func show(_ count: Int, of total: Int?, _ noun: String) {
        let amount = total.map { "\(count.grouped) of \($0.grouped)" } ?? count.grouped
        draw { meter, time in
            meter.note(count, at: time)
            let rate = total == nil ? meter.rate.map { ", \(Int($0.rounded()).grouped)/s" } : nil
            return "\(amount) \(noun)\(rate ?? "")".fitted(to: terminal.width - 1)
        }
    }

    /// Erases the progress line.
    public func clear() {
        let wasDrawn = lock.withLock { drawn.take() != nil }
        if wasDrawn { Output.showStatus() }
    }

    private func draw(_ text: (inout RateMeter, Duration) -> String) {
        guard terminal.isInteractive else { return }
        let now = ContinuousClock.now
        let line: String? = lock.withLock {
            if let drawn, now - drawn < Self.interval { return nil }
            drawn = now
            return text(&meter, now - start)
        }
        if let line { Output.showStatus(line) }
    }
}
