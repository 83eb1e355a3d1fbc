/// The progress of a transfer as a line of text.
///
///      45% [█████████▌          ] 12.3 MB of 27.4 MB, 3.41 MB/s, 0:05 left
///
/// If the total is unknown, the line is `12.3 MB, 3.41 MB/s`. On narrow terminals, the size is omitted first, then the rate,
/// the remaining time, and finally the bar.
struct ProgressBar: Sendable {
    private static let shortestBar = 10
    private static let longestBar = 40
    /// The number of seconds at and above which the remaining time is omitted.
    private static let longestWait = 100 * 3_600.0

    /// The number of transferred bytes.
    let completed: Int
    /// The total number of bytes, or `nil` if it is unknown.
    let total: Int?
    /// The rate in bytes per second, or `nil` if it is not known yet.
    let rate: Double?

    /// Returns the progress as a line of text.
    ///
    /// - Parameter width: The maximum width in columns.
    /// - Returns: The line without a line feed.
    func text(width: Int) -> String {
        guard let total else {
            return [completed.byteText, speed].compactMap { $0 }.joined(separator: ", ").fitted(to: width)
        }
        let share = total > 0 ? min(Double(completed) / Double(total), 1) : 1
        let percent = "\(Int(share * 100))%".rightAligned(to: 4)
        let parts = ["\(completed.byteText) of \(total.byteText)", speed, timeLeft(of: total)].compactMap { $0 }
        for dropped in 0...parts.count {
            let rest = dropped < parts.count ? " " + parts.dropFirst(dropped).joined(separator: ", ") : ""
            // Three columns are for the space after the percentage and the two brackets.
            let room = width - percent.count - 3 - rest.displayWidth
            guard room >= Self.shortestBar else { continue }
            let length = min(room, Self.longestBar)
            return "\(percent) [\(Bar.text(share, width: length).padded(to: length))]\(rest)"
        }
        return percent.fitted(to: width)
    }

    private var speed: String? {
        guard let rate, rate.isFinite else { return nil }
        return "\(Figures.whole(rate).byteText)/s"
    }

    private func timeLeft(of total: Int) -> String? {
        guard let rate, rate > 0, completed < total else { return nil }
        let seconds = Double(total - completed) / rate
        return seconds < Self.longestWait ? "\(Duration.seconds(seconds).clockText) left" : nil
    }
}
