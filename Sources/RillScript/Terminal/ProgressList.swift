/// The progress of several transfers as lines of text.
///
///     1.zip   45% [█████████▌          ] 12.3 MB of 27.4 MB, 3.41 MB/s, 0:05 left
///     20.zip   1% [▎                   ] 100 kB of 10.0 MB
///     12 finished, 312 MB, 5.20 MB/s
struct ProgressList: Sendable {
    /// A transfer that has not finished.
    private struct Transfer {
        let name: String
        var completed = 0
        var total: Int?
        var meter = RateMeter()
    }

    private static let longestName = 20
    private static let mostTransfers = 10

    private var transfers: [Transfer] = []
    private var finishedCount = 0
    /// The number of bytes of all transfers, including the finished ones.
    private var bytes = 0
    private var meter = RateMeter()

    /// Records the progress of a transfer, adding the transfer if it is new.
    mutating func note(_ name: String, _ completed: Int, of total: Int?, at time: Duration) {
        let index = transfers.firstIndex { $0.name == name } ?? transfers.endIndex
        if index == transfers.endIndex { transfers.append(Transfer(name: name)) }
        bytes += completed - transfers[index].completed
        transfers[index].completed = completed
        transfers[index].total = total
        transfers[index].meter.note(completed, at: time)
        meter.note(bytes, at: time)
    }

    /// Removes a transfer and counts it as finished.
    mutating func finish(_ name: String) {
        guard let index = transfers.firstIndex(where: { $0.name == name }) else { return }
        finishedCount += 1
        transfers.remove(at: index)
    }

    /// Returns a line for each of the first transfers, followed by a line for the total.
    ///
    /// - Parameters:
    ///   - width: The maximum width of a line in columns.
    ///   - height: The maximum number of lines, or `nil` if it is unknown. There is always a line for the total.
    func lines(width: Int, height: Int? = nil) -> [String] {
        let shown = transfers.prefix(min(Self.mostTransfers, max((height ?? .max) - 1, 0)))
        let names = shown.map { $0.name.printable().fitted(to: Self.longestName) }
        let nameWidth = names.map(\.displayWidth).max() ?? 0
        let lines = zip(names, shown).map { name, transfer in
            let bar = ProgressBar(completed: transfer.completed, total: transfer.total, rate: transfer.meter.rate)
            return "\(name.padded(to: nameWidth)) \(bar.text(width: width - nameWidth - 1))".fitted(to: width)
        }
        let hidden = transfers.count - shown.count
        let sum = [
            hidden > 0 ? "\(hidden.grouped) more" : nil, "\(finishedCount.grouped) finished",
            bytes.byteText,
            meter.rate.map { "\(Figures.whole($0).byteText)/s" },
        ]
        return lines + [sum.compactMap { $0 }.joined(separator: ", ").fitted(to: width)]
    }
}
