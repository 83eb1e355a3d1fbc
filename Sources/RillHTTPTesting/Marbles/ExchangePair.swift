internal import RillTesting

/// The expected and the actual timeline of an exchange.
struct ExchangePair {
    /// The zero-based number of the exchange.
    let number: Int

    /// The method and the path, or `nil` if the request was not sent.
    let name: String?

    let expected: ExchangeTimeline?
    let actual: ExchangeTimeline?

    /// The time of the first difference, or `nil` if the timelines are equal.
    var difference: TestTime? {
        let (one, other) = (expected?.marks ?? [], actual?.marks ?? [])
        let index = (0..<max(one.count, other.count)).first { index in
            !one.indices.contains(index) || !other.indices.contains(index) || one[index] != other[index]
        }
        guard let index else { return nil }
        return [one, other].compactMap { $0.indices.contains(index) ? $0[index].time : nil }.min()
    }

    /// The time of a missing or unexpected cancellation, or `nil` if the cancellations are equal.
    var cancellationDifference: TestTime? {
        let (one, other) = (expected?.cancelled, actual?.cancelled)
        return one == other ? nil : [one, other].compactMap { $0 }.min()
    }

    /// Describes the first difference and draws all exchanges.
    ///
    /// - Parameters:
    ///   - pairs: The exchanges.
    ///   - difference: A closure that returns the time of an exchange's first difference, or `nil` if there is none.
    /// - Returns: The report, or `nil` if no exchange differs.
    static func report(_ pairs: [ExchangePair], difference: (ExchangePair) -> TestTime?) -> String? {
        guard let index = pairs.firstIndex(where: { difference($0) != nil }), let time = difference(pairs[index]) else {
            return nil
        }
        let drawings = pairs.indices.flatMap { pairs[$0].lines(around: time, isMarked: $0 == index) }
        return ([pairs[index].headline(at: time)] + drawings).joined(separator: "\n")
    }

    private func headline(at time: TestTime) -> String {
        let cells = [expected, actual].map { $0?.cell(at: time).map { "'\($0)'" } ?? "nothing" }
        let title = "exchange \(number + 1)" + (name.map { " (\($0))" } ?? "")
        return "\(title) differs at \(time): expected \(cells[0]), got \(cells[1])"
    }

    private func lines(around time: TestTime, isMarked: Bool) -> [String] {
        let timelines = [expected, actual]
        let margins = ["expected  ", "actual    ", "          "]
        let rows = timelines.map { $0?.row }
        let drawn = rows.compactMap { $0 }
        guard drawn.count == timelines.count else {
            let texts = zip(rows, timelines).map { $0?.text ?? $1?.words(around: time) ?? "(none)" }
            return zip(margins, texts).map { $0 + $1 }
        }
        let drawing = MarbleRow.aligned(drawn, markingTick: isMarked ? time.tick : nil)
        return zip(margins, drawing).map { $0 + $1 }
    }
}
