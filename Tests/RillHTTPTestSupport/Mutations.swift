import Rill

/// A generator of mutated inputs, which are the same for the same seed.
///
///     var mutations = Mutations(seed: 1, corpus: [Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8)])
///     for _ in 0..<200_000 { _ = HTTPDate.parse(mutations.next()) }
package struct Mutations {
    /// The maximum number of bytes of an input, unless the corpus contains a longer one.
    private static let limit = 4_096

    /// Strings that parsers often handle incorrectly.
    private static let difficult: [[UInt8]] =
        [
            "", "-", "--", "+", "0", "00", "-1", "9", "99", "9223372036854775807", "9223372036854775808",
            "18446744073709551616", "-9223372036854775808", "1e999", "nan", ".", "..", ",", ";", "=", "\"", "\\",
            "\\\"",
            "%", "%0", "%00", "<", ">", "{", "}", "[", "]", ":", "::", "/", "\r", "\n", "\r\n", "\r\n\r\n", "\t", " ",
            "\u{FEFF}", "é", "日本", "👩‍👩‍👧", "e\u{301}", "\u{2028}",
        ]
        .map { Array($0.utf8) } + [[0], [0x80], [0xC3], [0xF0, 0x9F], [0xFF], [0xED, 0xA0, 0x80]]

    private let corpus: [[UInt8]]
    private let limit: Int
    private var random: SplitMix

    /// - Parameters:
    ///   - seed: The seed of the sequence of inputs.
    ///   - corpus: The valid inputs, at least one.
    package init(seed: UInt64, corpus: [[UInt8]]) {
        precondition(!corpus.isEmpty, "Mutations: corpus must not be empty")
        self.corpus = corpus
        limit = max(Self.limit, corpus.map(\.count).max() ?? 0)
        random = SplitMix(seed: seed)
    }

    /// Returns an input of the corpus with up to eight changes.
    package mutating func next() -> [UInt8] {
        var input = corpus[number(below: corpus.count)]
        // A few changes pass the first checks of a parser, and many changes cover all of them.
        let changes = number(below: 16) == 0 ? 0 : 1 + min(number(below: 8), number(below: 8))
        for _ in 0..<changes { change(&input) }
        if input.count > limit { input.removeLast(input.count - limit) }
        return input
    }

    /// Draws a number of inputs, and calls a closure with each input that has not been drawn before.
    ///
    /// Inputs are equal if their hash values are equal.
    package mutating func forEachDistinct(_ draws: Int, _ body: ([UInt8]) throws -> Void) rethrows {
        var known: Set<Int> = []
        for _ in 0..<draws {
            let input = next()
            var hasher = Hasher()
            input.withUnsafeBytes { hasher.combine(bytes: $0) }
            if known.insert(hasher.finalize()).inserted { try body(input) }
        }
    }

    private mutating func change(_ input: inout [UInt8]) {
        let position = number(below: input.count + 1)
        let end = min(position + number(below: 8), input.count)
        switch number(below: 10) {
        case 0:
            input.replaceSubrange(position..<end, with: [])
        case 1:
            input.removeLast(input.count - position)
        case 2:
            input.insert(UInt8(number(below: 256)), at: position)
        case 3:
            input.insert(contentsOf: Self.difficult[number(below: Self.difficult.count)], at: position)
        case 4:
            input.replaceSubrange(position..<end, with: Self.difficult[number(below: Self.difficult.count)])
        case 5:
            let slice = Array(input[position..<end])
            for _ in 0...number(below: 4) { input.insert(contentsOf: slice, at: position) }
        case 6:
            let other = corpus[number(below: corpus.count)]
            let from = number(below: other.count + 1)
            input.replaceSubrange(position..., with: other[from...])
        case 7 where position < input.count:
            input[position] ^= 1 << UInt8(number(below: 8))
        case 8 where position < input.count:
            // Replaces a byte with a digit, which parsers often reject only after several other checks.
            input[position] = UInt8(ascii: "0") + UInt8(number(below: 10))
        case 9 where position < input.count:
            input.swapAt(position, number(below: input.count))
        default:
            input.insert(UInt8(32 + number(below: 95)), at: position)
        }
    }

    private mutating func number(below bound: Int) -> Int {
        Int(random.next() % UInt64(bound))
    }
}
