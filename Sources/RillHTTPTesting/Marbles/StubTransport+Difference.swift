extension StubTransport {
    /// Compares the exchanges so far with diagrams, one for each, in the order in which the requests were sent.
    ///
    ///     exchange 2 (GET /tags) differs at tick 5: expected nothing, got '^'
    ///     expected  ^#
    ///     actual    ^#
    ///     expected  ------^-    (ha|)
    ///     actual    -----^-(ha|)
    ///                    ^
    ///
    /// Tick 0 is that of the clock. `^` stands where the request was sent, `!` where the client gave it up; between them, or
    /// up to the end, stand the pieces when they were sent, with the characters of
    /// `Answer.marbles(_:status:fields:chunks:error:file:line:)`. A chunk of an answer that was not drawn is `*`, or its text
    /// if that is one character.
    ///
    /// A bad diagram is a difference too, and so is a transport that does not run on a `TestScheduler`: it has no ticks.
    ///
    /// - Parameter diagrams: What is expected; none if nothing may be sent.
    /// - Returns: Nil if there is no difference, else a text for the one who reads the failed test.
    public func exchangeDifference(from diagrams: String...) -> String? {
        exchangeDifference(from: diagrams)
    }

    /// Compares the exchanges so far with diagrams, one for each, in the order in which the requests were sent.
    ///
    /// - Parameter diagrams: What is expected; empty if nothing may be sent.
    /// - Returns: Nil if there is no difference, else a text for the one who reads the failed test.
    public func exchangeDifference(from diagrams: [String]) -> String? {
        guard log.clock != nil else {
            return "the exchanges have no ticks: the transport does not run on a TestScheduler"
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
        return ExchangePair.report(pairs) { $0.difference }
    }

    /// Compares when the client gave exchanges up with what the diagrams of their answers say.
    ///
    ///     exchange 1 (GET /search) differs at tick 4: expected '!', got nothing
    ///     expected  ^--h!
    ///     actual    ^--h--!
    ///                   ^
    ///
    /// An answer with a `!` has to be given up in that tick, no earlier and no later; one without it must not be given up.
    /// Answers that were not drawn by `Answer.marbles(_:status:fields:chunks:error:file:line:)` are left out. Look when the
    /// clock has come to the end: what is still to come is missing.
    ///
    /// - Returns: Nil if there is no difference, else a text for the one who reads the failed test.
    public func cancellationDifference() -> String? {
        let pairs = log.entries.compactMap { entry in
            entry.drawing.map { drawing in
                ExchangePair(
                    number: entry.request.number, name: entry.request.description, expected: drawing,
                    actual: entry.timeline)
            }
        }
        return ExchangePair.report(pairs) { $0.cancellationDifference }
    }
}
