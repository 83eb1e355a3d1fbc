/// A violation of the JSON grammar.
struct SyntaxError: Error {
    var reason: StaticString
    var offset: Int
}

/// A scanner that validates a document and appends its values to a tape in one pass.
struct Scanner {
    var tape: Tape

    private var next: UnsafeMutablePointer<UInt8>

    private static let maximumDepth = 512

    init(_ tape: Tape) {
        self.tape = tape
        next = tape.bytes
    }

    private func error(_ reason: StaticString, at position: UnsafeMutablePointer<UInt8>? = nil) -> SyntaxError {
        let offset = (position ?? next) - tape.bytes
        let isAtEnd = offset >= tape.size
        return SyntaxError(
            reason: isAtEnd ? "unexpected end of the document" : reason, offset: min(offset, tape.size))
    }

    /// An open container.
    private typealias Level = (index: Int, count: Int, isObject: Bool)

    mutating func scan() throws(SyntaxError) {
        guard tape.size < UInt32.max / 2 else {
            throw SyntaxError(reason: "the document must be smaller than 2 GiB", offset: 0)
        }
        if tape.size >= 3, next[0] == 0xEF, next[1] == 0xBB, next[2] == 0xBF { next += 3 }
        try withUnsafeTemporaryAllocation(of: Level.self, capacity: Self.maximumDepth) {
            (levels) throws(SyntaxError) in try scan(levels)
        }
    }

    private mutating func scan(_ levels: UnsafeMutableBufferPointer<Level>) throws(SyntaxError) {
        var depth = 0
        var level = (index: 0, count: 0, isObject: false) as Level
        value: while true {
            skipSpace()
            switch next.pointee {
            case UInt8(ascii: "\""):
                next += 1
                try scanString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < Self.maximumDepth else { throw error("more than 512 nested containers") }
                levels[depth] = level
                depth += 1
                let isObject = next.pointee == UInt8(ascii: "{")
                level = (tape.count, 0, isObject)
                append(isObject ? .object : .array)
                next += 1
                skipSpace()
                if isObject, next.pointee != UInt8(ascii: "}") {
                    try scanKey()
                    continue value
                } else if !isObject, next.pointee != UInt8(ascii: "]") {
                    continue value
                }
                level.count = -1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
            case UInt8(ascii: "t"): try scanLiteral(0x6575_7274, 4, .bool, true)
            case UInt8(ascii: "f"): try scanLiteral(0x65_736C_6166, 5, .bool, false)
            case UInt8(ascii: "n"): try scanLiteral(0x6C6C_756E, 4, .null, false)
            default: throw error("expected a value")
            }
            // After a value.
            while depth > 0 {
                level.count += 1
                if level.count > 0 {
                    skipSpace()
                    if next.pointee == UInt8(ascii: ",") {
                        next += 1
                        if level.isObject {
                            skipSpace()
                            try scanKey()
                        }
                        continue value
                    }
                }
                guard next.pointee == (level.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw error(level.isObject ? "expected ',' or '}'" : "expected ',' or ']'")
                }
                next += 1
                close(level)
                depth -= 1
                level = levels[depth]
            }
            skipSpace()
            guard next == tape.bytes + tape.size else { throw error("unexpected data after the value") }
            return
        }
    }

    @inline(__always)
    private mutating func append(_ kind: Node.Kind) {
        tape.append(Node(start: UInt32(truncatingIfNeeded: next - tape.bytes), kind: kind))
    }

    @inline(__always)
    private mutating func skipSpace() {
        while next.pointee <= 0x20 {
            guard next.pointee == 0x20 || next.pointee == 0x0A || next.pointee == 0x0D || next.pointee == 0x09 else {
                return
            }
            next += 1
        }
    }

    private mutating func close(_ level: Level) {
        tape.nodes[level.index].payload = UInt64(truncatingIfNeeded: tape.count)
        tape.nodes[level.index].upper = level.isObject ? level.index + 1 : level.count
        guard level.isObject, level.count > 1 else { return }
        tape.markDuplicates(in: level.index, isLarge: level.count > 256)
    }

    @inline(__always)
    private mutating func scanLiteral(_ word: UInt64, _ size: Int, _ kind: Node.Kind, _ flag: Bool) throws(SyntaxError)
    {
        let found = UInt64(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
        guard found & ((1 << UInt64(size * 8)) &- 1) == word else { throw error("expected a value") }
        append(kind)
        tape.nodes[tape.count - 1].flag = flag
        next += size
    }

    /// Scans a key and the colon.
    @inline(__always)
    private mutating func scanKey() throws(SyntaxError) {
        guard next.pointee == UInt8(ascii: "\"") else { throw error("expected a key") }
        next += 1
        try scanString()
        let node = tape.nodes + (tape.count - 1)
        if node.pointee.kind == .escapedString, !tape.unescapeKey(node) {
            throw error("unpaired surrogate in a key", at: tape.bytes + Int(node.pointee.start))
        }
        node.pointee.exponentOrHash = Node.keyHash(tape.bytes + Int(node.pointee.start), Int(node.pointee.payload))
        skipSpace()
        guard next.pointee == UInt8(ascii: ":") else { throw error("expected ':'") }
        next += 1
    }

    /// Scans the rest of a string after its opening quotation mark.
    @inline(__always)
    private mutating func scanString() throws(SyntaxError) {
        let start = next
        var kind = Node.Kind.string
        while true {
            let word = UInt64(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
            let ones = 0x0101_0101_0101_0101 as UInt64
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            let special =
                ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20) | word)
                & (ones &* 0x80)
            if special == 0 {
                next += 8
                continue
            }
            next += special.trailingZeroBitCount >> 3
            switch next.pointee {
            case 0x22:
                let node = Node(
                    start: UInt32(truncatingIfNeeded: start - tape.bytes), kind: kind,
                    payload: UInt64(truncatingIfNeeded: next - start))
                tape.append(node)
                next += 1
                return
            case 0x5C:
                kind = .escapedString
                try scanEscape()
            case 0x80...: try scanUTF8()
            default: throw error("control character in a string")
            }
        }
    }

    @inline(never)
    private mutating func scanEscape() throws(SyntaxError) {
        switch next[1] {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: next += 2
        case 0x75:
            for offset in 2..<6 where Tape.hexDigit(next[offset]) == nil {
                throw error("invalid escape sequence", at: next + offset)
            }
            next += 6
        default: throw error("invalid escape sequence", at: next + 1)
        }
    }

    @inline(never)
    private mutating func scanUTF8() throws(SyntaxError) {
        while next.pointee >= 0x80 {
            let lead = next.pointee
            let second = next[1]
            switch lead {
            case 0xC2...0xDF where second & 0xC0 == 0x80: next += 2
            case 0xE0...0xEF
            where second & 0xC0 == 0x80 && next[2] & 0xC0 == 0x80 && (lead != 0xE0 || second >= 0xA0)
                && (lead != 0xED || second < 0xA0):
                next += 3
            case 0xF0...0xF4
            where second & 0xC0 == 0x80 && next[2] & 0xC0 == 0x80 && next[3] & 0xC0 == 0x80
                && (lead != 0xF0 || second >= 0x90) && (lead != 0xF4 || second < 0x90):
                next += 4
            default: throw error("invalid UTF-8")
            }
        }
    }

    @inline(__always)
    private mutating func scanDigits(_ digits: inout UInt64) throws(SyntaxError) {
        let start = next
        while true {
            let digit = next.pointee &- 0x30
            guard digit < 10 else { break }
            digits = digits &* 10 &+ UInt64(digit)
            next += 1
        }
        guard next != start else { throw error("expected a digit") }
    }

    @inline(__always)
    private mutating func scanNumber() throws(SyntaxError) {
        let start = next
        var node = Node(start: UInt32(truncatingIfNeeded: start - tape.bytes), kind: .number)
        if next.pointee == UInt8(ascii: "-") {
            node.flag = true
            next += 1
        }
        let first = next
        var digits = 0 as UInt64
        try scanDigits(&digits)
        if first.pointee == 0x30, next - first > 1 { throw error("number with a leading zero", at: first) }
        var count = next - first
        var exponent = 0
        if next.pointee == UInt8(ascii: ".") {
            next += 1
            let fraction = next
            try scanDigits(&digits)
            exponent = fraction - next
            count -= exponent
        }
        if next.pointee | 0x20 == UInt8(ascii: "e") {
            next += 1
            var isNegative = false
            if next.pointee == UInt8(ascii: "-") || next.pointee == UInt8(ascii: "+") {
                isNegative = next.pointee == UInt8(ascii: "-")
                next += 1
            }
            let exponentStart = next
            var value = 0 as UInt64
            try scanDigits(&value)
            let limited = next - exponentStart > 9 ? 1_000_000_000 : Int(value)
            exponent += isNegative ? -limited : limited
        }
        if count > 19 {
            // Leading zeros are not significant digits.
            var digit = first
            while digit.pointee == 0x30 || digit.pointee == UInt8(ascii: ".") {
                if digit.pointee == 0x30 { count -= 1 }
                digit += 1
            }
        }
        if count > 19 || exponent < -10_000 || exponent > 10_000 {
            node.kind = .longNumber
            node.payload = UInt64(truncatingIfNeeded: next - start)
        } else {
            node.payload = digits
            node.exponentOrHash = Int16(truncatingIfNeeded: exponent)
        }
        tape.append(node)
    }
}
