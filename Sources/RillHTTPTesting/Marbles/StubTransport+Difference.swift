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
        guard let clock = log.clock else {
            return "cannot compare exchanges: the transport does not run on a TestScheduler"
        }
        var expected: [ExchangeTimeline] = []
        do {
            for diagram in diagrams { expected.append(try ExchangeTimeline(diagram: diagram)) }
        } catch {
            return "\(error)"
        }
        let actual = log.entries
        let pairs = (0..<max(expected.count, actual.count)).map { index in
            let entry = index < actual.count ? actual[index] : nil
            return ExchangePair(
                number: index, name: entry?.request.description,
                expected: index < expected.count ? expected[index] : nil, actual: entry?.timeline)
        }
        return clock.explaining(ExchangePair.report(pairs) { $0.difference })
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
        let pairs = log.entries.compactMap { entry in
            entry.drawing.map { drawing in
                ExchangePair(
                    number: entry.request.number, name: entry.request.description, expected: drawing,
                    actual: entry.timeline)
            }
        }
        let report = ExchangePair.report(pairs) { $0.cancellationDifference }
        return log.clock?.explaining(report) ?? report
    }
}
