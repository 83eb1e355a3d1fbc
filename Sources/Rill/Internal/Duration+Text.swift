extension Duration {
    /// The duration in seconds with three decimal places, independent of the locale.
    package var text: String {
        let (seconds, attoseconds) = min(max(self, .zero), .longest).components
        let thousandths = String(attoseconds / 1_000_000_000_000_000)
        return "\(seconds).\(String(repeating: "0", count: 3 - thousandths.count))\(thousandths) s"
    }
}
