public import Rill

/// A status line on standard error that shows the progress of an operation.
///
/// The line is updated at most ten times per second. Nothing is written if standard error is not a terminal.
public final class ProgressLine: Sendable {
    private let display: StatusDisplay<RateMeter>

    /// Creates a progress line.
    ///
    /// - Parameter terminal: The terminal connected to standard error.
    public init(_ terminal: Terminal = Terminal(.errors)) {
        display = StatusDisplay(RateMeter(), on: terminal)
    }

    /// Shows the progress of a transfer.
    ///
    /// - Parameters:
    ///   - completed: The number of transferred bytes.
    ///   - total: The total number of bytes, or `nil` if it is unknown.
    public func show(bytes completed: Int, of total: Int?) {
        display.update { meter, time in
            meter.note(completed, at: time)
            let bar = ProgressBar(completed: completed, total: total, rate: meter.rate)
            return [bar.text(width: display.terminal.width - 1)]
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
        display.update { meter, time in
            meter.note(count, at: time)
            let rate = total == nil ? meter.rate.map { ", \(Figures.whole($0).grouped)/s" } : nil
            return ["\(amount) \(noun)\(rate ?? "")".fitted(to: display.terminal.width - 1)]
        }
    }

    /// Shows the progress of a transfer while it runs, and then prints its size, duration, and rate.
    ///
    ///     try await progress.show("film.mp4", client.download(request, to: path)) { ($0.completed, $0.total) }
    ///
    /// The line on standard error is `film.mp4: 27.4 MB in 8.03 s, 3.41 MB/s`.
    ///
    /// - Parameters:
    ///   - name: The name of the transfer.
    ///   - transfer: An observable that emits the progress.
    ///   - bytes: A closure that returns the number of transferred bytes and the total number, or `nil` if it is unknown.
    /// - Throws: The error with which the transfer fails, or ``/Rill/StreamError`` if the transfer completes without
    ///   emitting an element.
    public func show<Progress: Sendable>(
        _ name: String, _ transfer: Observable<Progress>,
        bytes: @escaping @Sendable (Progress) -> (completed: Int, total: Int?)
    ) async throws {
        let start = ContinuousClock.now
        let size = try await transfer.map { progress in
            let (completed, total) = bytes(progress)
            self.show(bytes: completed, of: total)
            return completed
        }
        .takeLast(1).firstValue()
        clear()
        Output.note("\(name): \(Self.summary(of: size, in: start.duration(to: .now)))")
    }

    /// Returns the size, duration, and rate of a completed transfer.
    static func summary(of size: Int, in time: Duration) -> String {
        let rate = Figures.whole(Double(size) / max(time / .seconds(1), 1e-6))
        return "\(size.byteText) in \(time.latencyText), \(rate.byteText)/s"
    }

    /// Erases the progress line.
    public func clear() {
        display.clear()
    }
}
