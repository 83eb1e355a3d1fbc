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

        /// Whether the current member is secret.
        var isMemberSecret = false
    }

    /// The secrets in their order.
    private(set) var found: [NamedSecret] = []

    /// The contents of the names and strings in their order.
    private(set) var strings: [(range: Range<Int>, isName: Bool)] = []

    private let redactor: Redactor
    private let isRootSecret: Bool

    /// Whether the text is a token request, in which the member `code` is an authorization code rather than an error code.
    private let isTokenRequest: Bool
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var levels: [Level] = []

    /// Finds the secrets in a text.
    ///
    /// - Parameters:
    ///   - bytes: The text, which can be a part of another one.
    ///   - redactor: The redactor that knows the names.
    ///   - isSecret: Whether the text is a secret as a whole, as the value of a secret name is. Defaults to `false`.
    init(_ bytes: ArraySlice<UInt8>, _ redactor: Redactor, isSecret: Bool = false) {
        self.redactor = redactor
        isRootSecret = isSecret
        isTokenRequest = ["client_secret", "code_verifier", "grant_type"].contains { name in
            var rest = bytes
            while let end = rest.range(of: Array("\"\(name)\"".utf8))?.upperBound {
                rest = bytes[end...]
                if rest.first(where: { $0 > 0x20 }) == UInt8(ascii: ":") { return true }
            }
            return false
        }
        self.bytes = bytes
        position = bytes.startIndex
        run()
    }

    private mutating func run() {
        while position < bytes.endIndex {
            switch bytes[position] {
            case UInt8(ascii: "{"): levels.append(Level(isObject: true, isSecret: isSecret))
            case UInt8(ascii: "["): levels.append(Level(isObject: false, isSecret: isSecret, name: levels.last?.name))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
            case UInt8(ascii: ","): if let last = levels.indices.last, levels[last].isObject { levels[last].name = nil }
            case UInt8(ascii: "\""): readString()
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): readNumber()
            default: break
            }
            position += 1
        }
    }

    /// Whether the current value is secret: the value of a secret name, an element of an array with a secret name, or
    /// the member that is the secret itself in an object with a secret name, as in `"token": {"id": "…"}`.
    private var isSecret: Bool {
        guard let level = levels.last else { return isRootSecret }
        return level.isObject ? level.isMemberSecret : level.isSecret
    }

    /// Reads a name or a string, up to its closing quote.
    private mutating func readString() {
        let begin = position + 1
        position = begin
        while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        let content = bytes[begin..<min(max(begin, position), bytes.endIndex)]
        let isName = levels.last.map { $0.isObject && $0.name == nil } ?? false
        strings.append((content.indices, isName))
        let isEscaped = content.range(of: [UInt8(ascii: "\\")]) != nil
        guard isName || isSecret || isEscaped || Redactor.isURL(content) else { return }
        let text = String(decoding: UnescapedText(content, escape: UInt8(ascii: "\\")).bytes, as: UTF8.self)
        if isName, let last = levels.indices.last {
            levels[last].name = text
            levels[last].isMemberSecret =
                redactor.isSecret(text) || levels[last].isSecret && ["id", "key", "value"].contains(text.lowercased())
                || isTokenRequest && text == "code" && redactor.usesNames
        } else if isSecret {
            if !text.isEmpty { add(content.indices, [text], Redactor.mark) }
        } else {
            let url = Array(text.utf8)[...]
            let clean = Redactor.isURL(url) ? redactor.url(text) : redactor.text(text)
            guard clean != text else { return }
            let values = Redactor.isURL(url) ? redactor.secrets(inURL: url).flatMap(\.values) : []
            let quoted = JSONValue.string(clean).bytes.dropFirst().dropLast()
            add(content.indices, values, String(decoding: quoted, as: UTF8.self))
        }
    }

    /// Reads a number, which becomes 0 if it is secret or contains a known secret.
    private mutating func readNumber() {
        let digits = bytes[position...].prefix { 0x30...0x39 ~= $0 || "+-.eE".utf8.contains($0) }
        position = digits.endIndex - 1
        let text = String(decoding: digits, as: UTF8.self)
        if isSecret, !SecretNames.isCount(text, of: levels.last?.name ?? "") {
            add(digits.indices, [text], "0")
        } else if !redactor.known.ranges(in: Array(digits)).isEmpty {
            add(digits.indices, [], "0")
        }
    }

    private mutating func add(_ range: Range<Int>, _ values: [String], _ replacement: String) {
        found.append(NamedSecret(range: range, values: values, replacement: replacement))
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
        of ranges: [Range<Int>], in strings: [(range: Range<Int>, isName: Bool)], of body: [UInt8], outside mark: String
    ) -> [NamedSecret] {
        ranges.compactMap { range in
            var (low, high) = (0, strings.count)
            while low < high {
                let middle = (low + high) / 2
                if strings[middle].range.lowerBound <= range.lowerBound { low = middle + 1 } else { high = middle }
            }
            guard low > 0, case let string = strings[low - 1], range.lowerBound < string.range.upperBound else {
                return NamedSecret(range: range, values: [], replacement: mark)
            }
            let isKept =
                string.isName && range.count < 8
                || isEscaped(range.lowerBound, in: body[string.range.lowerBound..<range.upperBound])
            return isKept ? nil : NamedSecret(range: range, values: [], replacement: Self.mark)
        }
    }

    /// Returns whether a position is within an escape, after its backslash.
    private static func isEscaped(_ position: Int, in text: ArraySlice<UInt8>) -> Bool {
        let backslash = UInt8(ascii: "\\")
        guard let last = text[..<position].suffix(5).lastIndex(of: backslash) else { return false }
        let count = text[...last].reversed().prefix { $0 == backslash }.count
        return count % 2 == 1 && position - last < (text[last + 1] == UInt8(ascii: "u") ? 6 : 2)
    }
}
