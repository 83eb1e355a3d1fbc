/// The field `Content-Range`: which bytes of a whole an answer holds.
///
///     bytes 0-99/1000      bytes 0-99/*      bytes */1000
///
/// - SeeAlso: RFC 9110, 14.4.
package struct ContentRange: Hashable, Sendable {
    /// The positions of the first and the last byte; nil if the answer holds none, as what was asked for is not there.
    package let bytes: ClosedRange<Int>?

    /// How many bytes there are in all; nil if the server does not know.
    package let total: Int?

    /// Reads the field.
    ///
    /// - Parameter text: The value; nil becomes nil.
    package init?(_ text: String?) {
        guard let text else { return nil }
        self.init(Array(text.utf8))
    }

    /// Reads the field from bytes, whatever they are.
    ///
    /// - Parameter text: The value.
    package init?(_ text: [UInt8]) {
        var rest = text[...]
        for letter in "bytes".utf8 {
            // Units are compared without regard to case; OR-ing in this bit makes no other byte a letter of "bytes".
            guard let byte = rest.popFirst(), byte | 0x20 == letter, byte >= 0x40 else { return nil }
        }
        guard rest.popFirst() == UInt8(ascii: " ") else { return nil }
        let isUnsatisfied = rest.first == UInt8(ascii: "*")
        if isUnsatisfied {
            rest.removeFirst()
            bytes = nil
        } else {
            guard let first = Self.number(&rest), rest.popFirst() == UInt8(ascii: "-"), let last = Self.number(&rest),
                first <= last
            else { return nil }
            bytes = first...last
        }
        guard rest.popFirst() == UInt8(ascii: "/") else { return nil }
        if !isUnsatisfied, rest.count == 1, rest.first == UInt8(ascii: "*") {
            total = nil
        } else {
            guard let number = Self.number(&rest), rest.isEmpty, number > bytes?.upperBound ?? -1 else { return nil }
            total = number
        }
    }

    /// Reads a number of bytes, such as `Content-Length`: digits and nothing else.
    ///
    /// - Parameter text: The value; nil becomes nil.
    /// - Returns: The number; nil if it is none, or more than there can be.
    package static func count(_ text: String?) -> Int? {
        guard let text else { return nil }
        var rest = Array(text.utf8)[...]
        guard let number = number(&rest), rest.isEmpty else { return nil }
        return number
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        var number: Int?
        while let digit = rest.first, 0x30...0x39 ~= digit {
            rest.removeFirst()
            let (tenfold, isTooLarge) = (number ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, overflows) = tenfold.addingReportingOverflow(Int(digit - 0x30))
            // The last number stays free, so that one can be added to every number that is read.
            if isTooLarge || overflows || sum == .max { return nil }
            number = sum
        }
        return number
    }
}
