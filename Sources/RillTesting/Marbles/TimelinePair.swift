/// A subscription or an exchange, represented by the characters of a diagram.
package protocol MarkedTimeline {
    /// The characters in order, with their times.
    var marks: [MarbleRow.Mark] { get }

    /// Returns the diagram, or a text if the timeline cannot be drawn.
    ///
    /// A long text contains only the events around a given time.
    func text(around time: TestTime) -> String
}

/// The expected and the actual timeline of a subscription or an exchange.
package struct TimelinePair<Marked: MarkedTimeline> {
    /// The time of a difference, and the expected and the actual events at that time, or `nil` where there are none.
    package typealias TimedDifference = (time: TestTime, texts: [String?])

    package let expected: Marked?
    package let actual: Marked?
    private let title: String

    /// Creates a pair with a title for failure messages, for example `subscription 1`.
    package init(_ title: String, expected: Marked?, actual: Marked?) {
        self.title = title
        self.expected = expected
        self.actual = actual
    }

    /// The first marks that differ, or `nil` if the timelines are equal.
    package var difference: TimedDifference? {
        let marks = [expected?.marks ?? [], actual?.marks ?? []]
        let index = zip(marks[0], marks[1]).prefix { $0 == $1 }.count
        let different = marks.map { $0.dropFirst(index).first }
        guard let time = different.compactMap({ $0?.time }).min() else { return nil }
        return (time, different.map { mark in mark.flatMap { $0.time == time ? String($0.character) : nil } })
    }

    /// Describes the first difference and draws the timelines.
    ///
    /// - Parameters:
    ///   - pairs: The pairs, in order.
    ///   - noun: The plural noun for the pairs, for example `subscriptions`.
    ///   - difference: A closure that returns the first difference of a pair, or `nil` if there is none.
    /// - Returns: The report, or `nil` if no pair differs.
    package static func report(_ pairs: [Self], _ noun: String, difference: (Self) -> TimedDifference?) -> String? {
        for (index, pair) in pairs.enumerated() {
            guard let (time, texts) = difference(pair) else { continue }
            let quoted = texts.map { text in text.map { "'\($0)'" } ?? "nothing" }
            let headline = "\(pair.title) differs at \(time): expected \(quoted[0]), got \(quoted[1])"
            let drawings = Excerpt.lines(of: pairs.indices, around: index, noun) {
                pairs[$0].lines(around: time, isMarked: $0 == index)
            }
            return ([headline] + drawings).joined(separator: "\n")
        }
        return nil
    }

    private func lines(around time: TestTime, isMarked: Bool) -> [String] {
        let timelines = [expected, actual]
        let rows = timelines.compactMap { $0.flatMap { MarbleRow($0.marks) } }
        guard rows.count == 2 else {
            let texts = timelines.map { $0?.text(around: time) ?? "(none)" }
            return ["expected  \(texts[0])", "actual    \(texts[1])"]
        }
        return MarbleRow.comparison(rows[0], rows[1], markingTick: isMarked ? time.tick : nil)
    }
}
