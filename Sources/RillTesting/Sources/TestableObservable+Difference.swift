extension TestableObservable {
    /// Compares the subscriptions to the source with diagrams, one per subscription, in order of subscription.
    ///
    ///     subscription 2 differs at tick 3: expected '!', got nothing
    ///     expected  ^--------!
    ///     actual    ^--------!
    ///     expected  --^!
    ///     actual    --^-
    ///                  ^
    ///
    /// - Parameter diagrams: The expected subscriptions. Pass none to expect no subscription.
    /// - Returns: A failure message, or `nil` if there is no difference.
    public func subscriptionDifference(from diagrams: String...) -> String? {
        subscriptionDifference(from: diagrams)
    }

    /// Compares the subscriptions to the source with diagrams, one per subscription, in order of subscription.
    ///
    /// - Parameter diagrams: The expected subscriptions. An empty array expects no subscription.
    /// - Returns: A failure message, or `nil` if there is no difference.
    public func subscriptionDifference(from diagrams: [String]) -> String? {
        var expected: [SubscriptionSpan] = []
        do {
            for diagram in diagrams { expected.append(try SubscriptionSpan(diagram: diagram)) }
        } catch {
            return "\(error)"
        }
        let actual = subscriptions
        let pairs = (0..<max(expected.count, actual.count)).map { index in
            SpanPair(
                expected: index < expected.count ? expected[index] : nil,
                actual: index < actual.count ? actual[index] : nil)
        }
        guard let index = pairs.firstIndex(where: { $0.difference != nil }), let first = pairs[index].difference else {
            return nil
        }
        let headline = "subscription \(index + 1) differs at \(first.time): \(first.text)"
        let drawings = Excerpt.lines(of: pairs.indices, around: index, "subscriptions") {
            pairs[$0].lines(isMarked: $0 == index)
        }
        return ([headline] + drawings).joined(separator: "\n")
    }
}

/// An expected and an actual subscription.
private struct SpanPair {
    let expected: SubscriptionSpan?
    let actual: SubscriptionSpan?

    /// The first difference and its time.
    var difference: (time: TestTime, text: String)? {
        if expected?.subscribed != actual?.subscribed {
            difference(expected?.subscribed, actual?.subscribed, symbol: .subscribe)
        } else if expected?.disposed != actual?.disposed {
            difference(expected?.disposed, actual?.disposed, symbol: .dispose)
        } else {
            nil
        }
    }

    private func difference(
        _ expected: TestTime?, _ actual: TestTime?, symbol: MarbleSymbol
    ) -> (time: TestTime, text: String)? {
        guard let time = [expected, actual].compactMap({ $0 }).min() else { return nil }
        let texts = [expected, actual].map { $0 == time ? "'\(symbol.rawValue)'" : "nothing" }
        return (time, "expected \(texts[0]), got \(texts[1])")
    }

    func lines(isMarked: Bool) -> [String] {
        guard let one = expected.flatMap(MarbleRow.init), let other = actual.flatMap(MarbleRow.init) else {
            return ["expected  \(expected?.description ?? "(none)")", "actual    \(actual?.description ?? "(none)")"]
        }
        return MarbleRow.comparison(one, other, markingTick: isMarked ? difference?.time.tick : nil)
    }
}
