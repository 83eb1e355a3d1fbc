/// The components of a date.
extension FieldScanner {
    private static let months = HTTPDate.months.map { $0.lowercased() }
    private static let weekdays = ["sun", "mon", "tues", "wednes", "thurs", "fri", "satur"].map { "\($0)day" }
    private static let universal = ["z", "gmt", "utc", "ut"]

    /// Reads the digits that follow.
    ///
    /// Returns `nil` if the number of digits is outside the range. The upper bound must not exceed 18.
    mutating func number(digits: ClosedRange<Int>) -> Int? {
        let start = position
        var value = 0
        while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) {
            guard position - start < digits.upperBound else { return nil }
            value = value * 10 + Int(next - UInt8(ascii: "0"))
            skip(next)
        }
        return position - start >= digits.lowerBound ? value : nil
    }

    /// Reads the digits of a decimal fraction as billionths.
    mutating func billionths() -> Int? {
        let start = position
        guard var value = number(digits: 1...9) else { return nil }
        for _ in position - start..<9 { value *= 10 }
        return value
    }

    /// Reads a time with two-digit components: `08:49:37`.
    mutating func time(into time: inout CivilTime) -> Bool {
        guard let hour = number(digits: 2...2), skip(":"), let minute = number(digits: 2...2), skip(":"),
            let second = number(digits: 2...2)
        else { return false }
        (time.hour, time.minute, time.second) = (hour, minute, second)
        return true
    }

    /// Reads an abbreviated month name and returns its number: 11 for `Nov`.
    mutating func month() -> Int? {
        let name = name()
        return Self.months.firstIndex(of: name).map { $0 + 1 }
    }

    /// Skips the name of a weekday, such as `Sun` or `Sunday`.
    ///
    /// Returns `true` if it was skipped.
    mutating func skipWeekday() -> Bool {
        let name = name()
        return Self.weekdays.contains { $0 == name || $0.prefix(3) == name }
    }

    /// Reads a UTC offset in seconds: `Z`, `GMT`, `UTC`, `+09:00`, `+0900` or `+09`.
    mutating func offset() -> Int? {
        let isBehind = skip("-")
        guard isBehind || skip("+") else {
            let name = name()
            return Self.universal.contains(name) ? 0 : nil
        }
        let start = position
        guard let number = number(digits: 2...4) else { return nil }
        var (hours, minutes) = (number, 0)
        switch position - start {
        case 2: if skip(":") { minutes = self.number(digits: 2...2) ?? 60 }
        case 4: (hours, minutes) = number.quotientAndRemainder(dividingBy: 100)
        default: return nil
        }
        guard hours < 24, minutes < 60 else { return nil }
        return (hours * 3_600 + minutes * 60) * (isBehind ? -1 : 1)
    }

    /// Reads the letters that follow, and returns them in lowercase.
    private mutating func name() -> String {
        read { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }.lowercased()
    }
}
