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
        difference(of: subscriptions.map(\.withoutPauses), from: diagrams) { try SubscriptionSpan(diagram: $0) }
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
        return difference(of: subscriptions, from: diagrams) { try SubscriptionSpan(demand: $0) }
    }

    private func difference(
        of actual: [SubscriptionSpan], from diagrams: [String], _ parse: (String) throws -> SubscriptionSpan
    ) -> String? {
        let expected: [SubscriptionSpan]
        do {
            expected = try diagrams.map(parse)
        } catch {
            return "\(error)"
        }
        let pairs = (0..<max(expected.count, actual.count)).map { index in
            TimelinePair(
                "subscription \(index + 1)", expected: expected.dropFirst(index).first,
                actual: actual.dropFirst(index).first)
        }
        return scheduler.explaining(TimelinePair.report(pairs, "subscriptions") { $0.difference })
    }
}
