import Rill

/// Broken variants of good input, the same ones for the same seed.
///
///     var mutations = Mutations(seed: 1, corpus: [Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8)])
///     for _ in 0..<200_000 { _ = HTTPDate.parse(mutations.next()) }
struct Mutations {
    /// No input grows beyond this many bytes, or beyond the longest of the corpus.
    private static let limit = 4_096

    /// What parsers stumble over.
    private static let hard: [[UInt8]] =
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
    ///   - seed: Which sequence of inputs it is.
    ///   - corpus: The good inputs; at least one.
    init(seed: UInt64, corpus: [[UInt8]]) {
        precondition(!corpus.isEmpty, "mutations need something to change")
        self.corpus = corpus
        limit = max(Self.limit, corpus.map(\.count).max() ?? 0)
        random = SplitMix(seed: seed)
    }

    /// An input of the corpus with one to eight changes; now and then with none.
    mutating func next() -> [UInt8] {
        var input = corpus[number(below: corpus.count)]
        // Few changes get far into a parser, many get everywhere.
        let changes = number(below: 16) == 0 ? 0 : 1 + min(number(below: 8), number(below: 8))
        for _ in 0..<changes { change(&input) }
        if input.count > limit { input.removeLast(input.count - limit) }
        return input
    }

    private mutating func change(_ input: inout [UInt8]) {
        let place = number(below: input.count + 1)
        let end = min(place + number(below: 8), input.count)
        switch number(below: 10) {
        case 0:
            input.replaceSubrange(place..<end, with: [])
        case 1:
            input.removeLast(input.count - place)
        case 2:
            input.insert(UInt8(number(below: 256)), at: place)
        case 3:
            input.insert(contentsOf: Self.hard[number(below: Self.hard.count)], at: place)
        case 4:
            input.replaceSubrange(place..<end, with: Self.hard[number(below: Self.hard.count)])
        case 5:
            let piece = Array(input[place..<end])
            for _ in 0...number(below: 4) { input.insert(contentsOf: piece, at: place) }
        case 6:
            let other = corpus[number(below: corpus.count)]
            let from = number(below: other.count + 1)
            input.replaceSubrange(place..., with: other[from...])
        case 7 where place < input.count:
            input[place] ^= 1 << UInt8(number(below: 8))
        case 8 where place < input.count:
            // Digits make other numbers, letters other names: what is wrong is only found further in.
            input[place] = UInt8(ascii: "0") + UInt8(number(below: 10))
        case 9 where place < input.count:
            input.swapAt(place, number(below: input.count))
        default:
            input.insert(UInt8(32 + number(below: 95)), at: place)
        }
    }

    private mutating func number(below bound: Int) -> Int {
        Int(random.next() % UInt64(bound))
    }
}
