extension Duration {
    /// A time for people: in seconds with three digits, the same everywhere.
    package var text: String {
        let (seconds, rest) = Swift.max(self, .zero).attoseconds.quotientAndRemainder(
            dividingBy: 1_000_000_000_000_000_000)
        let thousandths = String(rest / 1_000_000_000_000_000)
        return "\(seconds).\(String(repeating: "0", count: 3 - thousandths.count))\(thousandths) s"
    }
}
