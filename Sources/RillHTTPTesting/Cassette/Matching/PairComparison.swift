/// Compares the name-value pairs of two queries or forms, ignoring their order.
enum PairComparison {
    /// The values of a name that differ, or `nil` where there is none.
    typealias Unmatched = (name: String, recorded: String?, requested: String?)

    /// Returns the differences, sorted by name.
    static func differences(in kind: String, _ recorded: [HAR.Pair], _ requested: [HAR.Pair]) -> [Difference] {
        unmatched(recorded, requested).map { Difference(weight: 1, "\(kind) \($0.name)", $0.recorded, $0.requested) }
    }

    /// Returns the values that differ, sorted by name.
    static func unmatched(_ recorded: [HAR.Pair], _ requested: [HAR.Pair]) -> [Unmatched] {
        // Grouped by bytes, because canonically equivalent names are different names.
        let recordedValues = Dictionary(grouping: recorded) { Array($0.name.utf8) }
        let requestedValues = Dictionary(grouping: requested) { Array($0.name.utf8) }
        let names = Set(recordedValues.keys).union(requestedValues.keys)
        return names.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { name in
            let (missing, added) = unpaired(
                (recordedValues[name] ?? []).map(\.value), (requestedValues[name] ?? []).map(\.value))
            return (0..<max(missing.count, added.count)).map { index in
                (
                    String(decoding: name, as: UTF8.self), index < missing.count ? missing[index] : nil,
                    index < added.count ? added[index] : nil
                )
            }
        }
    }

    /// Returns the values without a counterpart.
    ///
    /// Equal values are paired first. Then, redacted values are paired with any remaining values that they match.
    private static func unpaired(_ recorded: [String], _ requested: [String]) -> (
        recorded: [String], requested: [String]
    ) {
        var recorded = recorded
        var requested = requested
        for matches in [RedactedText.isEqual, RedactedText.matches] as [(String, String) -> Bool] {
            recorded.removeAll { value in
                guard let partner = requested.firstIndex(where: { matches(value, $0) }) else { return false }
                requested.remove(at: partner)
                return true
            }
        }
        return (recorded, requested)
    }
}
