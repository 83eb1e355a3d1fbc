/// Number formatting that does not depend on the platform or the locale.
public enum Figures {
    /// Returns a number with three significant digits (`1.23`, `12.3`, `123`), or as an integer if it is at least
    /// 1,000.
    public static func text(_ value: Double) -> String {
        guard value.magnitude < 1e18 else { return "\(value)" }
        guard value >= 0 else { return "-" + text(-value) }
        for (decimals, scale) in [(2, 100.0), (1, 10.0)] {
            let scaled = (value * scale).rounded()
            guard scaled < 1_000 else { continue }
            let digits = String(Int(scaled)).rightAligned(to: decimals + 1, filledWith: "0")
            return "\(digits.dropLast(decimals)).\(digits.suffix(decimals))"
        }
        return String(whole(value))
    }

    /// Returns a number rounded to an integer from 0 to 10^18.
    static func whole(_ value: Double) -> Int { Int(max(0, min(value.rounded(), 1e18))) }

    /// Returns a value in the first unit in which it is less than 1,000, or in the last unit if there is none.
    ///
    /// Each unit is 1,000 times the previous unit.
    fileprivate static func text(_ value: Double, in units: [String]) -> String {
        var value = value
        var units = units[...]
        while value.magnitude.rounded() >= 1_000, units.count > 1 {
            value /= 1_000
            units.removeFirst()
        }
        return "\(text(value)) \(units.first ?? "")"
    }
}

extension Int {
    /// The number with comma separators: `1,234,567`.
    public var grouped: String {
        var result = ""
        for (index, digit) in String(magnitude).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { result.append(",") }
            result.append(digit)
        }
        return (self < 0 ? "-" : "") + String(result.reversed())
    }

    /// The number as a byte count: `999 B`, `1.23 kB`, `45.6 MB`.
    public var byteText: String {
        self < 1_000 ? "\(self) B" : Figures.text(Double(self) / 1_000, in: ["kB", "MB", "GB", "TB", "PB", "EB"])
    }
}

extension Duration {
    /// The duration in microseconds, milliseconds or seconds: `850 µs`, `1.23 ms`, `45.6 s`.
    public var latencyText: String {
        Figures.text(self / .microseconds(1), in: ["µs", "ms", "s"])
    }

    /// The duration in hours, minutes and seconds, rounded up to a second: `0:04`, `12:30`, `1:02:30`.
    ///
    /// `0:00` for a negative duration.
    public var clockText: String {
        // The components are exact, whereas a floating-point quotient can round up to the next second.
        let components = min(max(self, .zero), .seconds(Int64.max)).components
        let seconds = Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
        let hours = seconds / 3_600
        let parts = hours > 0 ? [hours, seconds / 60 % 60, seconds % 60] : [seconds / 60, seconds % 60]
        return parts.enumerated()
            .map { $0 == 0 ? "\($1)" : "\($1)".rightAligned(to: 2, filledWith: "0") }
            .joined(separator: ":")
    }
}
