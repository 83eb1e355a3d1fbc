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
        var name: String?

        /// Whether the current member is secret.
        var isMemberSecret = false
    }

    /// The secrets in their order.
    private(set) var found: [NamedSecret] = []

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
        isTokenRequest = ["\"client_secret\"", "\"code_verifier\""].contains { name in
            guard let end = bytes.range(of: Array(name.utf8))?.upperBound else { return false }
            return bytes[end...].first { $0 > 0x20 } == UInt8(ascii: ":")
        }
        self.bytes = bytes
        position = bytes.startIndex
        run()
    }

    private mutating func run() {
        while position < bytes.endIndex {
            switch bytes[position] {
            case UInt8(ascii: "{"): levels.append(Level(isObject: true, isSecret: isSecret))
            case UInt8(ascii: "["): levels.append(Level(isObject: false, isSecret: isSecret))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
            case UInt8(ascii: ","): if let last = levels.indices.last { levels[last].name = nil }
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
