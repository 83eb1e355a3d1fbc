extension Duration {
    /// A time for people: in seconds with three digits, the same everywhere.
    package var text: String {
        let (seconds, attoseconds) = min(max(self, .zero), .longest).components
        let thousandths = String(attoseconds / 1_000_000_000_000_000)
        return "\(seconds).\(String(repeating: "0", count: 3 - thousandths.count))\(thousandths) s"
    }
}
