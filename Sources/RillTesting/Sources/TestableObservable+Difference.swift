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
    /// - Parameter diagrams: The expected subscriptions. Pass no diagrams to expect no subscriptions.
    /// - Returns: A failure message, or `nil` if there is no difference.
    public func subscriptionDifference(from diagrams: String...) -> String? {
        subscriptionDifference(from: diagrams)
    }

    /// Compares the subscriptions to the source with diagrams, one per subscription, in order of subscription.
    ///
    /// - Parameter diagrams: The expected subscriptions. An empty array expects no subscription.
    /// - Returns: A failure message, or `nil` if there is no difference.
    public func subscriptionDifference(from diagrams: [String]) -> String? {
        difference(of: subscriptions.map(\.withoutPauses), from: diagrams) { text throws(MarbleError) in
            try SubscriptionSpan(diagram: text)
        }
    }

    /// Compares the subscriptions to a source that can pause, including their pauses, with diagrams, one per
    /// subscription, in order of subscription.
    ///
    ///     subscription 1 differs at tick 4: expected nothing, got ']'
    ///     expected  ^-[--]-!
    ///     actual    ^-[-]--!
    ///                   ^
    ///
    /// A pause that ends in the tick in which it begins is recorded only if the subscription starts paused, or if an
    /// event of the source is due before the pause ends.
    ///
    /// - Parameter diagrams: The expected subscriptions; see ``SubscriptionSpan`` for the syntax. Pass no diagrams to
    ///   expect no subscriptions.
    /// - Returns: A failure message, or `nil` if there is no difference.
    public func demandDifference(from diagrams: String...) -> String? {
        demandDifference(from: diagrams)
    }

    /// Compares the subscriptions to a source that can pause, including their pauses, with diagrams, one per
    /// subscription, in order of subscription.
    ///
    /// - Parameter diagrams: The expected subscriptions. An empty array expects no subscription.
    /// - Returns: A failure message, or `nil` if there is no difference.
    public func demandDifference(from diagrams: [String]) -> String? {
        guard pauses else {
            return "cannot compare the demand: the source ignores pauses. Create it with kit.cold(_:pauses: true)"
        }
        return difference(of: subscriptions, from: diagrams) { text throws(MarbleError) in
            try SubscriptionSpan(demand: text)
        }
    }

    private func difference(
        of actual: [SubscriptionSpan], from diagrams: [String],
        _ parse: (String) throws(MarbleError) -> SubscriptionSpan
    ) -> String? {
        var expected: [SubscriptionSpan] = []
        do {
            for diagram in diagrams { expected.append(try parse(diagram)) }
        } catch {
            return "\(error)"
        }
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
        return scheduler.explaining(([headline] + drawings).joined(separator: "\n"))
    }
}

/// An expected subscription and the corresponding actual subscription.
private struct SpanPair {
    let expected: SubscriptionSpan?
    let actual: SubscriptionSpan?

    /// The first difference and its time.
    var difference: (time: TestTime, text: String)? {
        let (one, other) = (expected?.marks ?? [], actual?.marks ?? [])
        let index = (0..<max(one.count, other.count)).first { index in
            !one.indices.contains(index) || !other.indices.contains(index) || one[index] != other[index]
        }
        guard let index else { return nil }
        let marks = [one, other].map { $0.indices.contains(index) ? $0[index] : nil }
        guard let time = marks.compactMap({ $0?.time }).min() else { return nil }
        let texts = marks.map { mark in
            mark.flatMap { $0.time == time ? "'\($0.character)'" : nil } ?? "nothing"
        }
        return (time, "expected \(texts[0]), got \(texts[1])")
    }

    func lines(isMarked: Bool) -> [String] {
        guard let one = expected.flatMap(MarbleRow.init), let other = actual.flatMap(MarbleRow.init) else {
            return ["expected  \(expected?.description ?? "(none)")", "actual    \(actual?.description ?? "(none)")"]
        }
        return MarbleRow.comparison(one, other, markingTick: isMarked ? difference?.time.tick : nil)
    }
}
