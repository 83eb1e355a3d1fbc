internal import Rill

extension Recording where Element: Equatable {
    /// Compares the recording with a diagram.
    ///
    ///     differs at tick 4: expected next(20), got nothing
    ///     expected  -a--b--c-|
    ///     actual    -a---b-c-|
    ///                   ^
    ///               a = 10, b = 20, c = 30
    ///
    /// Elements are compared with `==`, errors by type and description. An invalid diagram or a recording that was
    /// stopped at its limit also counts as a difference.
    ///
    /// - Parameters:
    ///   - diagram: The expected events.
    ///   - values: The elements that the characters of the diagram represent. Defaults to the characters themselves if the
    ///     elements are strings.
    ///   - error: The error represented by `#`.
    /// - Returns: A failure message, or `nil` if there is no difference.
    public func difference(
        from diagram: String, values: [Character: Element] = [:], error: any Error = TestError()
    ) -> String? {
        do {
            return difference(from: try MarbleDiagram(diagram, values: values, error: error))
        } catch {
            return error.description
        }
    }

    /// Compares the recording with a parsed diagram.
    ///
    /// - Parameter diagram: The expected events.
    /// - Returns: A failure message, or `nil` if there is no difference.
    public func difference(from diagram: MarbleDiagram<Element>) -> String? {
        comparison(with: diagram)?.difference
    }

    /// Compares the recording with a parsed diagram.
    ///
    /// - Parameter diagram: The expected events.
    /// - Returns: A failure message and the characters that represent the elements in it, or `nil` if there is no
    ///   difference.
    func comparison(
        with diagram: MarbleDiagram<Element>
    ) -> (difference: String, names: [(character: Character, value: Element)])? {
        guard limitError != nil || events != diagram.events else { return nil }
        var names = MarbleNames(given: diagram.names, isSame: ==)
        let lines = notes + differenceLines(from: diagram, names: &names)
        let randomDelay = events.compactMap { $0.time.noteOnRandomDelay }.prefix(1)
        return ((lines + randomDelay + strayWaits).joined(separator: "\n"), names.assigned)
    }

    private func differenceLines(from diagram: MarbleDiagram<Element>, names: inout MarbleNames<Element>) -> [String] {
        let index = zip(diagram.events, events).prefix { $0 == $1 }.count
        let different = (expected: diagram.events.dropFirst(index).first, actual: events.dropFirst(index).first)
        guard different.expected != different.actual else { return [] }
        let (time, headline) = Self.headline(expected: different.expected, actual: different.actual)
        guard let expected = MarbleRow(diagram.events, names: &names), let actual = MarbleRow(events, names: &names),
            time.offset == .zero, time.tick < MarbleRow.maximumLength
        else {
            return [headline] + EventList.lines(expected: diagram.events, actual: events, around: index)
        }
        let legend = names.legend(errors: [diagram.events.last?.event.error, error])
        return [headline] + MarbleRow.comparison(expected, actual, markingTick: time.tick)
            + legend.map { MarbleRow.margin + $0 }
    }

    /// Returns the time and the description of the first difference.
    private static func headline(
        expected: Recorded<Element>?, actual: Recorded<Element>?
    ) -> (time: TestTime, text: String) {
        let time = [expected?.time, actual?.time].compactMap { $0 }.min() ?? 0
        let events = [expected, actual].map { $0?.time == time ? $0?.event : nil }
        var texts = events.map { $0.map { describe(event: $0) } ?? "nothing" }
        if let one = events[0], let other = events[1] {
            let different = describe(different: one, other)
            texts = [different.0, different.1]
        }
        return (time, "differs at \(time): expected \(texts[0]), got \(texts[1])")
    }
}

/// Formats two event sequences as lists, for sequences that cannot be drawn as diagrams.
private enum EventList {
    private static var context: Int { 5 }

    static func lines<Element>(
        expected: [Recorded<Element>], actual: [Recorded<Element>], around index: Int
    ) -> [String] {
        ["expected"] + lines(expected, around: index) + ["actual"] + lines(actual, around: index)
    }

    private static func lines<Element>(_ events: [Recorded<Element>], around index: Int) -> [String] {
        let start = min(max(index - context, 0), events.count)
        let end = min(index + context + 1, events.count)
        let before = start > 0 ? ["    (\(start) before)"] : []
        let after = end < events.count ? ["    (\(events.count - end) after)"] : []
        let shown = (start..<end).map { ($0 == index ? "  > " : "    ") + events[$0].description }
        return before + (events.isEmpty ? ["    nothing"] : shown) + after
    }
}
