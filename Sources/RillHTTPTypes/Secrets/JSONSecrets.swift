private let backslash = UInt8(ascii: "\\")

/// A parser that finds the values of secret names in JSON, which can end anywhere, and in a sequence of JSON texts.
///
/// The result of replacing them is also JSON. Invalid JSON is parsed as far as possible, in linear time.
struct JSONSecrets {
    /// An object or an array that contains the current position.
    private struct Level {
        let isObject: Bool

        /// Whether the object or the array is the value of a secret name.
        let isSecret: Bool

        /// The name of the current member, or `nil` before the name.
        ///
        /// In an array, the name of the array.
        var name: String?

        /// Whether the current member has a secret name, or is the secret itself in an object with a secret name, as in
        /// `"token": {"id": "…"}`.
        var isMemberSecret = false

        /// Whether the current member or element is secret.
        var isValueSecret: Bool { isObject ? isMemberSecret : isSecret }
    }

    /// The content of a name or a string.
    typealias Text = (range: Range<Int>, isName: Bool)

    /// The secrets in their order.
    private(set) var found: [NamedSecret] = []

    /// The contents of the names and strings in their order.
    private(set) var strings: [Text] = []

    private let redactor: Redactor

    /// Whether the text is a token request, in which the member `code` is an authorization code rather than an error code.
    private let isTokenRequest: Bool
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// The level of the text as a whole, and the levels of the objects and arrays.
    private var levels: [Level]

    private var level: Level {
        get { levels[levels.count - 1] }
        set { levels[levels.count - 1] = newValue }
    }

    /// Finds the secrets in a text.
    ///
    /// - Parameters:
    ///   - bytes: The text, which can be a part of another one.
    ///   - redactor: The redactor that knows the names.
    ///   - isSecret: Whether the text is a secret as a whole, as the value of a secret name is. Defaults to `false`.
    init(_ bytes: ArraySlice<UInt8>, _ redactor: Redactor, isSecret: Bool = false) {
        self.redactor = redactor
        levels = [Level(isObject: false, isSecret: isSecret)]
        let compact = bytes.filter { $0 > 0x20 }[...]
        isTokenRequest = ["client_secret", "code_verifier", "grant_type"].contains { name in
            compact.range(of: Array("\"\(name)\":".utf8)) != nil
        }
        self.bytes = bytes
        position = bytes.startIndex
        run()
    }

    private mutating func run() {
        while position < bytes.endIndex {
            switch bytes[position] {
            case UInt8(ascii: "{"): levels.append(Level(isObject: true, isSecret: level.isValueSecret))
            case UInt8(ascii: "["):
                levels.append(Level(isObject: false, isSecret: level.isValueSecret, name: level.name))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): if levels.count > 1 { levels.removeLast() }
            case UInt8(ascii: ","): if level.isObject { level.name = nil }
            case UInt8(ascii: "\""): readString()
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): readNumber()
            default: break
            }
            position += 1
        }
    }

    /// Reads a name or a string, up to its closing quote or the end of the line.
    ///
    /// A string contains no line breaks (RFC 8259, 7), so a single quote in one record does not affect the next record.
    private mutating func readString() {
        let begin = position + 1
        position = begin
        while position < bytes.endIndex, !Self.isEnd(bytes[position]) {
            position += bytes[position] == backslash ? 2 : 1
        }
        let isName = level.isObject && level.name == nil
        if !isName, level.isValueSecret, let end = closingQuote() { position = end }
        let content = bytes[begin..<min(max(begin, position), bytes.endIndex)]
        strings.append((content.indices, isName))
        guard isName || level.isValueSecret || content.contains(backslash) || Redactor.isURL(content) else { return }
        let text = String(decoding: UnescapedText(content, escape: backslash).bytes, as: UTF8.self)
        if isName {
            level.name = text
            level.isMemberSecret =
                redactor.isSecret(text) || level.isSecret && ["id", "key", "value"].contains(text.lowercased())
                || isTokenRequest && text == "code" && redactor.usesNames
        } else if level.isValueSecret {
            if !text.isEmpty { found.append(NamedSecret(range: content.indices, values: [text])) }
        } else {
            let url = Array(text.utf8)[...]
            let isURL = Redactor.isURL(url)
            let clean = isURL ? redactor.url(text) : redactor.text(text)
            guard clean != text else { return }
            let values = isURL ? redactor.secrets(inURL: url).flatMap(\.values) : []
            let quoted = String(decoding: JSONValue.string(clean).bytes.dropFirst().dropLast(), as: UTF8.self)
            found.append(NamedSecret(range: content.indices, values: values, replacement: quoted))
        }
    }

    /// Returns the position of the quote that closes a secret value with line breaks, as some programs send it: one that is
    /// followed by a comma, a bracket, or the end.
    private func closingQuote() -> Int? {
        var end = position
        while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == backslash ? 2 : 1 }
        guard end < bytes.endIndex else { return nil }
        let isEnd = bytes[(end + 1)...].first { $0 > 0x20 }.map { ",}]".utf8.contains($0) } ?? true
        return isEnd ? end : nil
    }

    /// Returns whether a byte ends a string: a quote, a line break, or the record separator of JSON text sequences.
    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D || byte == 0x1E
    }

    /// Reads a number, which becomes 0 if it is secret or contains a known secret.
    private mutating func readNumber() {
        let digits = bytes[position...].prefix { 0x30...0x39 ~= $0 || "+-.eE".utf8.contains($0) }
        position = digits.endIndex - 1
        let text = String(decoding: digits, as: UTF8.self)
        let isSecret = level.isValueSecret && !SecretNames.isCount(text, of: level.name ?? "")
        if isSecret || !redactor.known.ranges(in: Array(digits)).isEmpty {
            found.append(NamedSecret(range: digits.indices, values: isSecret ? [text] : [], replacement: "0"))
        }
    }
}

/// The occurrences of known secrets in JSON.
extension Redactor {
    /// Returns the replacements of occurrences, after which valid JSON is valid and has the same names.
    ///
    /// A short occurrence in a name, or one that begins within an escape, is a coincidence and is kept.
    ///
    /// - Parameters:
    ///   - ranges: The occurrences.
    ///   - strings: The contents of the strings in their order.
    ///   - body: The text.
    ///   - mark: The replacement for an occurrence that begins outside of the strings.
    static func replacements(
        of ranges: [Range<Int>], in strings: [JSONSecrets.Text], of body: [UInt8], outside mark: String
    ) -> [NamedSecret] {
        var rest = strings[...]
        return ranges.sorted { $0.lowerBound < $1.lowerBound }.compactMap { range in
            rest = rest.drop { $0.range.upperBound <= range.lowerBound }
            guard let string = rest.first, string.range.lowerBound <= range.lowerBound else {
                return NamedSecret(range: range, replacement: mark)
            }
            let text = body[string.range.lowerBound..<range.upperBound]
            let isKept = string.isName && range.count < 8 || isEscaped(range.lowerBound, in: text)
            return isKept ? nil : NamedSecret(range: range)
        }
    }

    /// Returns whether a position is within an escape, after its backslash.
    private static func isEscaped(_ position: Int, in text: ArraySlice<UInt8>) -> Bool {
        guard let last = text[..<position].suffix(5).lastIndex(of: backslash) else { return false }
        let count = text[...last].reversed().prefix { $0 == backslash }.count
        return count % 2 == 1 && position - last < (text[last + 1] == UInt8(ascii: "u") ? 6 : 2)
    }
}
