/// Compares the pairs of two queries or forms, in whatever order they stand.
enum PairComparison {
    /// What differs, name by name.
    static func differences(in kind: String, _ recorded: [HAR.Pair], _ asked: [HAR.Pair]) -> [Difference] {
        guard recorded != asked else { return [] }
        let recordedValues = Dictionary(grouping: recorded, by: \.name)
        let askedValues = Dictionary(grouping: asked, by: \.name)
        return Set(recordedValues.keys).union(askedValues.keys).sorted().flatMap { name in
            let (missing, added) = unpaired(
                (recordedValues[name] ?? []).map(\.value), (askedValues[name] ?? []).map(\.value))
            return (0..<max(missing.count, added.count)).map { index in
                Difference(
                    weight: 1, "\(kind) \(name)", index < missing.count ? missing[index] : nil,
                    index < added.count ? added[index] : nil)
            }
        }
    }

    /// The values that have no partner: equal ones are partners first, then those of which one is redacted.
    private static func unpaired(_ recorded: [String], _ asked: [String]) -> (recorded: [String], asked: [String]) {
        var recorded = recorded
        var asked = asked
        for fits in [{ $0 == $1 }, RedactedText.fits] as [(String, String) -> Bool] {
            recorded.removeAll { value in
                guard let partner = asked.firstIndex(where: { fits(value, $0) }) else { return false }
                asked.remove(at: partner)
                return true
            }
        }
        return (recorded, asked)
    }
}
