/// The words of a name in any style, such as `user[new_password]`, `newPassword` or `New-Password2`.
///
/// A word ends before every character that is not an ASCII letter or digit, before a capital letter, and between letters
/// and digits.
struct NameWords {
    /// All words in lower case, without separators.
    let text: String

    /// The end of each word in the text, as a byte offset.
    let ends: [Int]

    /// The index of the last word that is not a number, or 0 if there is none.
    let lastIndex: Int

    /// The letters and digits of the name.
    var letters: String { text }

    var isEmpty: Bool { ends.isEmpty }

    init(_ name: some StringProtocol) {
        let bytes = Array(name.utf8)
        var letters: [UInt8] = []
        var ends: [Int] = []
        var previous = Kind.other
        for (index, byte) in bytes.enumerated() {
            let kind = Kind(byte)
            // In `APIKey`, the last of several capitals starts a word if a lowercase letter follows.
            let beginsWord =
                kind == .capital && previous == .capital && index + 1 < bytes.count && Kind(bytes[index + 1]) == .small
            let continues = kind == previous && !beginsWord || previous == .capital && kind == .small
            if !continues, !letters.isEmpty, ends.last != letters.count { ends.append(letters.count) }
            if kind != .other { letters.append(kind == .capital ? byte | 0x20 : byte) }
            previous = kind
        }
        if !letters.isEmpty, ends.last != letters.count { ends.append(letters.count) }
        text = String(decoding: letters, as: UTF8.self)
        self.ends = ends
        lastIndex =
            ends.indices.last { index in
                !(0x30...0x39 ~= letters[index == 0 ? 0 : ends[index - 1]])
            } ?? 0
    }

    private enum Kind {
        case small, capital, digit, other

        init(_ byte: UInt8) {
            switch byte {
            case 0x61...0x7A, 0x80...: self = .small
            case 0x41...0x5A: self = .capital
            case 0x30...0x39: self = .digit
            default: self = .other
            }
        }
    }

    /// Returns the word at an index.
    subscript(index: Int) -> String { run(from: index, through: index) }

    /// The last word that is not a number, or an empty string if there is none.
    var last: String { isEmpty ? "" : self[lastIndex] }

    /// Returns whether the words up to an index end with one of the given words, which may be split into up to three
    /// words.
    func hasWord(in words: Set<String>, before index: Int) -> Bool {
        (max(0, index - 2)...index).contains { words.contains(run(from: $0, through: index)) }
    }

    /// All sequences of up to six consecutive words.
    var runs: [String] {
        ends.indices.flatMap { first in (first..<min(ends.count, first + 6)).map { run(from: first, through: $0) } }
    }

    private func run(from first: Int, through last: Int) -> String {
        let begin = first == 0 ? 0 : ends[first - 1]
        return String(decoding: text.utf8.dropFirst(begin).prefix(ends[last] - begin), as: UTF8.self)
    }
}
