extension Duration {
    /// The duration in seconds with three decimal places, independent of the locale.
    package var text: String {
        let (seconds, attoseconds) = min(max(self, .zero), .longest).components
        let thousandths = String(attoseconds / 1_000_000_000_000_000)
        return "\(seconds).\(String(repeating: "0", count: 3 - thousandths.count))\(thousandths) s"
    }

    /// The duration in seconds without trailing zeros, such as `3 s` and `0.5 s`, independent of the locale.
    package var secondsText: String {
        let number = "\(self / .seconds(1))"
        return "\(number.hasSuffix(".0") ? String(number.dropLast(2)) : number) s"
    }
}
