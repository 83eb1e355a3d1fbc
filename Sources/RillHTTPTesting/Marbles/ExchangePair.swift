internal import RillTesting

/// The expected and the actual timeline of an exchange.
struct ExchangePair {
    /// The zero-based number of the exchange.
    let number: Int

    /// The method and the path of the request, or `nil` if it was not sent.
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

    /// The time of a missing or unexpected cancellation, or `nil` if the cancellations match.
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
        let drawings = Excerpt.lines(of: pairs.indices, around: index, "exchanges") {
            pairs[$0].lines(around: time, isMarked: $0 == index)
        }
        let randomDelay = pairs.flatMap { $0.actual?.marks ?? [] }.compactMap { $0.time.noteOnRandomDelay }.prefix(1)
        return ([pairs[index].headline(at: time)] + drawings + randomDelay).joined(separator: "\n")
    }

    private func headline(at time: TestTime) -> String {
        let cells = [expected, actual].map { $0?.cell(at: time).map { "'\($0)'" } ?? "nothing" }
        let title = "exchange \(number + 1)" + (name.map { " (\($0))" } ?? "")
        return "\(title) differs at \(time): expected \(cells[0]), got \(cells[1])"
    }

    private func lines(around time: TestTime, isMarked: Bool) -> [String] {
        guard let one = expected?.row, let other = actual?.row else {
            let texts = [expected, actual].map { $0?.row?.text ?? $0?.words(around: time) ?? "(none)" }
            return ["expected  \(texts[0])", "actual    \(texts[1])"]
        }
        return MarbleRow.comparison(one, other, markingTick: isMarked ? time.tick : nil)
    }
}
