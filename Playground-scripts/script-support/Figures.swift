/// Numbers for people: the same on every platform, and in every language of the system.
package enum Figures {
    /// Three digits, `1.23`, `12.3` or `123`; all of them where there are more before the point.
    package static func text(_ value: Double) -> String {
        for (decimals, scale) in [(2, 100.0), (1, 10.0)] {
            let scaled = (value * scale).rounded()
            guard scaled < 1_000 else { continue }
            let digits = String(Int(scaled)).rightAligned(to: decimals + 1, filledWith: "0")
            return "\(digits.dropLast(decimals)).\(digits.suffix(decimals))"
        }
        return String(Int(min(value.rounded(), 1e18)))
    }

    /// A value in the first of several units in which it has at most three digits before the point, or else in the last.
    fileprivate static func text(_ value: Double, in units: [String]) -> String {
        var value = value
        var units = units[...]
        while value.rounded() >= 1_000, units.count > 1 {
            value /= 1_000
            units.removeFirst()
        }
        return "\(text(value)) \(units.first ?? "")"
    }
}

extension Int {
    /// The number with a comma between thousands.
    package var grouped: String {
        var result = ""
        for (index, digit) in String(magnitude).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { result.append(",") }
            result.append(digit)
        }
        return (self < 0 ? "-" : "") + String(result.reversed())
    }

    /// A count of bytes: `999 B`, `1.23 kB`, `45.6 MB`.
    package var byteText: String {
        self < 1_000 ? "\(self) B" : Figures.text(Double(self) / 1_000, in: ["kB", "MB", "GB", "TB", "PB", "EB"])
    }
}

extension Duration {
    /// A short time: `850 µs`, `1.23 ms`, `45.6 s`.
    package var latencyText: String {
        Figures.text(self / .microseconds(1), in: ["µs", "ms", "s"])
    }

    /// A wait, in minutes and seconds that have begun: `0:04`, `12:30`, `1:02:30`.
    package var clockText: String {
        // Not by a quotient, which may be a trifle more than it should.
        let seconds = Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
        let hours = seconds / 3_600
        let parts = hours > 0 ? [hours, seconds / 60 % 60, seconds % 60] : [seconds / 60, seconds % 60]
        return parts.enumerated()
            .map { $0 == 0 ? "\($1)" : "\($1)".rightAligned(to: 2, filledWith: "0") }
            .joined(separator: ":")
    }
}
