/// Status lines on standard error that show the progress of several transfers.
///
///     1.zip   45% [█████████▌          ] 12.3 MB of 27.4 MB, 3.41 MB/s, 0:05 left
///     20.zip   1% [▎                   ] 100 kB of 10.0 MB
///     12 finished, 312 MB, 5.20 MB/s
///
/// The lines are updated at most ten times per second. Nothing is written if standard error is not a terminal. For a
/// single transfer, use ``ProgressLine``.
public final class MultiProgress: Sendable {
    private let display: StatusDisplay<ProgressList>

    /// Creates status lines.
    ///
    /// - Parameter terminal: The terminal connected to standard error.
    public init(_ terminal: Terminal = Terminal(.errors)) {
        display = StatusDisplay(ProgressList(), on: terminal)
    }

    /// Shows the progress of a transfer.
    ///
    /// - Parameters:
    ///   - name: The unique name of the transfer.
    ///   - completed: The number of transferred bytes.
    ///   - total: The total number of bytes, or `nil` if it is unknown.
    public func show(_ name: String, bytes completed: Int, of total: Int?) {
        update { $0.note(name, completed, of: total, at: $1) }
    }

    /// Removes the line of a transfer and counts the transfer as finished.
    ///
    /// - Parameter name: The name of the transfer.
    public func finish(_ name: String) {
        update { list, _ in list.finish(name) }
    }

    /// Erases the status lines.
    public func clear() {
        display.clear()
    }

    private func update(_ change: (inout ProgressList, Duration) -> Void) {
        let terminal = display.terminal
        display.update(change) { list, _ in
            list.lines(width: terminal.width - 1, height: terminal.height.map { $0 - 1 })
        }
    }
}
