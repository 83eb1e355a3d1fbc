/// Conversions of decimal numbers.
enum DecimalNumber {
    /// Returns the `Double` nearest to `digits * 10^exponent`, or `nil` if the number must be parsed from its text.
    ///
    /// - SeeAlso: W. Clinger, "How to read floating point numbers accurately", 1990; D. Lemire, "Number parsing at a
    ///   gigabyte per second", 2021.
    @inline(__always)
    static func double(_ digits: UInt64, _ exponent: Int) -> Double? {
        if digits <= 1 << 53 {
            // Both operands are exact, so the result is rounded once.
            if exponent == 0 { return Double(digits) }
            if exponent < 0, exponent >= -22 { return Double(digits) / exactPowers[-exponent] }
            if exponent > 0, exponent <= 22 { return Double(digits) * exactPowers[exponent] }
        }
        return nearest(digits, exponent)
    }

    private static let exactPowers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    private static func nearest(_ digits: UInt64, _ exponent: Int) -> Double? {
        guard digits != 0 else { return 0 }
        guard PowersOfFive.range.contains(exponent) else { return nil }
        let zeros = digits.leadingZeroBitCount
        let word = digits << UInt64(zeros)
        let power = PowersOfFive.table[exponent - PowersOfFive.range.lowerBound]
        var (high, low) = word.multipliedFullWidth(by: power.high)
        if high & 0x1FF == 0x1FF {
            let (carry, _) = word.multipliedFullWidth(by: power.low)
            let (sum, overflow) = low.addingReportingOverflow(carry)
            low = sum
            if overflow { high += 1 }
            if low == .max, !(-27...55).contains(exponent) { return nil }
        }
        let upper = high >> 63
        var significand = high >> (upper + 9)
        var power2 = ((217_706 * exponent) >> 16) + 63 + Int(upper) - zeros + 1023
        // Subnormal numbers and infinity are rare, so they are parsed from the text.
        guard power2 > 0, power2 < 0x7FE else { return nil }
        if low <= 1, (-4...23).contains(exponent), significand & 3 == 1, significand << (upper + 9) == high {
            significand &= ~1
        }
        significand += significand & 1
        significand >>= 1
        if significand >= 1 << 53 {
            significand = 1 << 52
            power2 += 1
        }
        return Double(bitPattern: significand & ~(1 << 52) | UInt64(power2) << 52)
    }

    /// Returns the value of a valid JSON number, or `nil` if it is not an integer or does not fit the type.
    static func integer<Value: FixedWidthInteger>(_ type: Value.Type, _ text: String) -> Value? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let mantissa = parts[0].split(separator: ".")
        let sign = mantissa[0].hasPrefix("-") ? "-" : ""
        var digits = mantissa.joined().drop { $0 == "-" || $0 == "0" }
        guard !digits.isEmpty else { return 0 }
        guard var exponent = parts.count > 1 ? Int32(parts[1]).map(Int.init) : 0 else { return nil }
        exponent -= mantissa.count > 1 ? mantissa[1].utf8.count : 0
        while digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        guard (0...40).contains(exponent) else { return nil }
        return Value(sign + digits + String(repeating: "0", count: exponent))
    }
}

/// The powers of five from 10^-342 to 10^308, rounded down to 128 significant bits.
///
/// The table is never modified or deallocated.
enum PowersOfFive {
    static let range = -342...308

    nonisolated(unsafe) static let table: UnsafePointer<(high: UInt64, low: UInt64)> = {
        let table = UnsafeMutablePointer<(high: UInt64, low: UInt64)>.allocate(capacity: range.count)
        var limbs: [UInt64] = [1]
        for exponent in 0...range.upperBound {
            table[exponent - range.lowerBound] = leadingBits(limbs, roundsUp: false)
            var carry = 0 as UInt64
            for index in limbs.indices {
                let (high, low) = limbs[index].multipliedFullWidth(by: 5)
                let (sum, overflow) = low.addingReportingOverflow(carry)
                limbs[index] = sum
                carry = high + (overflow ? 1 : 0)
            }
            if carry > 0 { limbs.append(carry) }
        }
        // The reciprocals are computed by dividing 2^1088 by five repeatedly.
        limbs = [UInt64](repeating: 0, count: 17) + [1]
        for exponent in 1...(-range.lowerBound) {
            var remainder = 0 as UInt64
            for index in limbs.indices.reversed() {
                (limbs[index], remainder) = (5 as UInt64).dividingFullWidth((remainder, limbs[index]))
            }
            table[-exponent - range.lowerBound] = leadingBits(limbs, roundsUp: exponent <= 27)
        }
        return UnsafePointer(table)
    }()

    private static func leadingBits(_ limbs: [UInt64], roundsUp: Bool) -> (high: UInt64, low: UInt64) {
        let limbs = [0, 0, 0] + limbs[...(limbs.lastIndex { $0 != 0 } ?? 0)]
        let top = limbs.count - 1
        let zeros = UInt64(limbs[top].leadingZeroBitCount)
        func word(_ index: Int) -> UInt64 {
            zeros == 0 ? limbs[index] : limbs[index] << zeros | limbs[index - 1] >> (64 - zeros)
        }
        let (low, carries) = word(top - 1).addingReportingOverflow(roundsUp ? 1 : 0)
        return (word(top) + (carries ? 1 : 0), low)
    }
}
