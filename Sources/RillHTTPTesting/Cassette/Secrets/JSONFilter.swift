internal import RillHTTP

/// Redacts secrets in JSON and copies all other bytes unchanged, including member order, whitespace and number formats.
///
/// Also accepts several consecutive values, as in NDJSON.
struct JSONFilter {
    /// The secrecy implied by the position of a value.
    private enum Secrecy {
        case none
        /// The value belongs to a member with a secret name, directly or in an array.
        case secret
        /// The value belongs to an object in a member with a secret name, at this nesting depth.
        case below(Int)
    }

    private struct Level {
        let isObject: Bool
        let secrecy: Secrecy
        var expectsKey: Bool
        /// The name of the next value.
        var name = ""
        /// The secrecy of the next value.
        var next: Secrecy
    }

    private let filter: SecretFilter
    private let bytes: [UInt8]
    private var position = 0
    private var result: [UInt8] = []
    private var levels: [Level] = []

    /// Whether the input may be truncated within a value.
    private let isCut: Bool

    /// Whether the member `code` is an authorization code.
    private let isTokenRequest: Bool

    /// The secrets recognized by their member names.
    private(set) var secrets: [String] = []

    /// Creates a filter for complete JSON, or for JSON that may be truncated anywhere.
    init(_ body: [UInt8], filter: SecretFilter, isCut: Bool = false) {
        bytes = body
        self.isCut = isCut
        isTokenRequest = SecretNames.isTokenRequest(body)
        self.filter = filter
    }

    /// Returns the redacted JSON, or `nil` if the input is not valid JSON.
    mutating func run() -> [UInt8]? {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open(isObject: byte == UInt8(ascii: "{"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard levels.popLast()?.isObject == (byte == UInt8(ascii: "}")) else { return nil }
                copy()
            case UInt8(ascii: ","):
                guard let level = levels.last else { return nil }
                levels[levels.count - 1].expectsKey = level.isObject
                copy()
            case UInt8(ascii: ":"):
                guard levels.last?.isObject == true else { return nil }
                levels[levels.count - 1].expectsKey = false
                copy()
            case 0x20, 0x09, 0x0A, 0x0D: copy()
            case UInt8(ascii: "\""): guard string() else { return nil }
            default: guard literal() else { return nil }
            }
        }
        return levels.isEmpty || isCut ? result : nil
    }

    private mutating func copy() {
        result.append(bytes[position])
        position += 1
    }

    // MARK: Secrecy

    private var secrecy: Secrecy { levels.last?.next ?? .none }

    private mutating func open(isObject: Bool) {
        var inner = secrecy
        if isObject {
            switch inner {
            case .none: break
            case .secret: inner = .below(1)
            case .below(let depth): inner = .below(depth + 1)
            }
        }
        levels.append(Level(isObject: isObject, secrecy: inner, expectsKey: isObject, next: inner))
        copy()
    }

    private func secrecy(ofMember name: String, in level: Level) -> Secrecy {
        if filter.isSecret(name) || name == "code" && isTokenRequest { return .secret }
        if case .below(1) = level.secrecy, SecretNames.containsMember(name) { return .secret }
        return level.secrecy
    }

    // MARK: Values

    /// Copies or redacts a string.
    ///
    /// Returns `false` if it is not terminated.
    private mutating func string() -> Bool {
        let begin = position
        position += 1
        var isEscaped = false
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\") {
                isEscaped = true
                position += 1
            }
            position += 1
        }
        guard position < bytes.count else { return isCut && cutString(bytes[begin...]) }
        position += 1
        let token = bytes[begin..<position]
        guard let value = Self.decode(token, isEscaped: isEscaped) else { return false }
        if let level = levels.last, level.isObject, level.expectsKey {
            levels[levels.count - 1].name = value
            levels[levels.count - 1].next = secrecy(ofMember: value, in: level)
            result += token
            return true
        }
        let clean = clean(value)
        result += clean == value ? Array(token) : Self.encode(clean)
        return true
    }

    /// Copies or redacts a truncated string.
    private mutating func cutString(_ token: ArraySlice<UInt8>) -> Bool {
        position = bytes.count
        let value = String(decoding: token.dropFirst(), as: UTF8.self)
        let isName = levels.last.map { $0.isObject && $0.expectsKey } ?? false
        // The missing part of the value could have revealed that it is secret.
        if case .below = secrecy, !isName, !value.isEmpty {
            secrets.append(value)
            result += Array("\"\(Redactor.mark)".utf8)
            return true
        }
        let clean = isName ? value : clean(value)
        result += clean == value ? Array(token) : Array("\"\(clean)".utf8)
        return true
    }

    private mutating func clean(_ value: String) -> String {
        switch secrecy {
        case .secret where !value.isEmpty, .below where Self.looksRandom(value):
            secrets.append(value)
            return Redactor.mark
        default:
            return filter.text(value)
        }
    }

    /// Copies `null`, `true`, `false` or a number, or replaces a secret number with 0.
    ///
    /// Returns `false` for any other token.
    private mutating func literal() -> Bool {
        let token = bytes[position...].prefix { byte in
            byte >= 0x30 && byte <= 0x39 || byte >= 0x61 && byte <= 0x7A || [0x2B, 0x2D, 0x2E, 0x45].contains(byte)
        }
        position += token.count
        let text = String(decoding: token, as: UTF8.self)
        let isLast = isCut && position == bytes.count
        if ["null", "true", "false"].contains(where: { $0 == text || isLast && !text.isEmpty && $0.hasPrefix(text) }) {
            result += token
            return true
        }
        let isNumber = Double(text) != nil || isLast && text.wholeMatch(of: /-|-?\d+\.?\d*([eE][+-]?)?/) != nil
        guard let first = token.first, first < 0x3A, isNumber else { return false }
        if case .secret = secrecy, !SecretNames.isCount(text, of: levels.last?.name ?? "") {
            secrets.append(text)
            result.append(UInt8(ascii: "0"))
        } else {
            result += token
        }
        return true
    }

    /// Returns whether a string in a secret object may itself be a secret rather than a date, a URL or a word.
    private static func looksRandom(_ value: String) -> Bool {
        value.utf8.count >= 16 && !value.contains("://") && !value.contains(where: \.isWhitespace)
            && value.wholeMatch(of: /\d{4}-\d\d-\d\d[T\d:.Z+-]*/) == nil
    }

    // MARK: Strings

    private static func decode(_ token: ArraySlice<UInt8>, isEscaped: Bool) -> String? {
        guard isEscaped else { return String(validating: token.dropFirst().dropLast(), as: UTF8.self) }
        // Decoded as an array, because some decoders reject top-level strings.
        let array = [UInt8(ascii: "[")] + token + [UInt8(ascii: "]")]
        return (try? JSONCoding.decode([String].self, from: array))?.first
    }

    private static func encode(_ text: String) -> [UInt8] {
        // Encoding a string never fails. The fallback is unreachable.
        let array = (try? JSONCoding.encode([text])) ?? Array("[\"\"]".utf8)
        return Array(array.dropFirst().dropLast())
    }
}
