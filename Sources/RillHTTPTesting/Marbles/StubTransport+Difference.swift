public import RillTesting

extension StubTransport: ExchangeRecorder {
    /// Compares the exchanges recorded so far with diagrams, one for each exchange, in the order of the requests.
    ///
    ///     exchange 2 (GET /tags) differs at tick 5: expected nothing, got '^'
    ///     expected  ^#
    ///     actual    ^#
    ///     tick      01234567    8
    ///     expected  ------^-    (ha|)
    ///     actual    -----^-(ha|)
    ///                    ^
    ///
    /// Tick 0 is tick 0 of the clock. `^` represents the request and `!` its cancellation by the client. The other
    /// characters represent the events of the response at the times at which they were sent, as in
    /// `Response.marbles(_:status:fields:chunks:error:file:line:)`. A chunk of a response that was not drawn is
    /// represented by its text if it consists of a single character, and otherwise by `*`.
    ///
    /// The report also covers invalid diagrams and transports that do not run on a `TestScheduler` and therefore have
    /// no ticks.
    ///
    /// - Parameter diagrams: The expected exchanges. Pass none if no request is expected.
    /// - Returns: A report for the test failure, or `nil` if there is no difference.
    public func exchangeDifference(from diagrams: String...) -> String? {
        exchangeDifference(from: diagrams)
    }

    /// Compares the exchanges recorded so far with diagrams, one for each exchange, in the order of the requests.
    ///
    /// - Parameter diagrams: The expected exchanges. Pass an empty array if no request is expected.
    /// - Returns: A report for the test failure, or `nil` if there is no difference.
    public func exchangeDifference(from diagrams: [String]) -> String? {
        guard log.clock != nil else {
            return "cannot compare exchanges: the transport does not run on a TestScheduler"
        }
        do {
            let expected = try diagrams.map { try ExchangeTimeline(diagram: $0) }
            let entries = log.entries
            let pairs = (0..<max(expected.count, entries.count)).map { index in
                Self.pair(index, expected.dropFirst(index).first, entries.dropFirst(index).first)
            }
            return report(pairs) { $0.eventDifference }
        } catch {
            return "\(error)"
        }
    }

    /// Compares the cancellations by the client with the diagrams of the responses.
    ///
    ///     exchange 1 (GET /search) differs at tick 4: expected '!', got nothing
    ///     expected  ^--h!
    ///     actual    ^--h--!
    ///                   ^
    ///
    /// An exchange whose response diagram contains `!` must be canceled in exactly that tick. Other drawn exchanges
    /// must not be canceled. Responses that were not created by
    /// `Response.marbles(_:status:fields:chunks:error:file:line:)` are ignored. Call this method after the clock has
    /// reached the end of the test, because later cancellations are reported as missing.
    ///
    /// - Returns: A report for the test failure, or `nil` if there is no difference.
    public func cancellationDifference() -> String? {
        let pairs = log.entries.filter { $0.drawing != nil }.map { Self.pair($0.request.number, $0.drawing, $0) }
        return report(pairs) { $0.cancellationDifference }
    }

    private typealias ExchangePair = TimelinePair<ExchangeTimeline>

    private static func pair(_ number: Int, _ expected: ExchangeTimeline?, _ entry: Log.Entry?) -> ExchangePair {
        let name = entry.map { " (\($0.request.description))" } ?? ""
        return ExchangePair("exchange \(number + 1)\(name)", expected: expected, actual: entry?.timeline)
    }

    private func report(
        _ pairs: [ExchangePair], difference: (ExchangePair) -> ExchangePair.TimedDifference?
    ) -> String? {
        guard let report = ExchangePair.report(pairs, "exchanges", difference: difference) else { return nil }
        let randomDelay = pairs.flatMap { $0.actual?.marks ?? [] }.compactMap { $0.time.noteOnRandomDelay }.prefix(1)
        let text = ([report] + randomDelay).joined(separator: "\n")
        return log.clock?.explaining(text) ?? text
    }
}

extension TimelinePair<ExchangeTimeline> {
    /// The events at the time of the first difference, or `nil` if the timelines are equal.
    fileprivate var eventDifference: TimedDifference? { difference.map { events(at: $0.time) } }

    /// The events at the time of a missing or unexpected cancellation, or `nil` if the cancellations match.
    fileprivate var cancellationDifference: TimedDifference? {
        let (one, other) = (expected?.cancelled, actual?.cancelled)
        return one == other ? nil : [one, other].compactMap { $0 }.min().map { events(at: $0) }
    }

    private func events(at time: TestTime) -> TimedDifference {
        (time, [expected, actual].map { $0?.cell(at: time) })
    }
}
