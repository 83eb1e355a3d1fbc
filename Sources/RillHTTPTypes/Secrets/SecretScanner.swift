/// A scanner that finds secrets in a text by the names that precede them in structured places.
///
/// The scanner recognizes pairs (`token=…`), JSON members (`"token": "…"`, including objects, arrays, JSON inside strings,
/// and the single quotes that Python prints), XML elements (`<wsse:Password Type="x">…`), multipart form parts
/// (`name="token"` and the text after the empty line), and the credentials of a URL (`https://user:password@…`). A name
/// and a colon in a sentence (`wrong password: 3 attempts left`) are not a place for a secret. The text may be truncated
/// anywhere. The scan takes linear time.
struct SecretScanner {
    /// The ranges to redact.
    private(set) var ranges: [Range<Int>] = []

    /// The ranges of the secrets themselves.
    ///
    /// For a secret object, the ranges of its secret members.
    private(set) var values: [Range<Int>] = []

    let bytes: [UInt8]
    private let isForm: Bool
    private var position = 0

    /// Whether the text contains a token request in JSON, in which the member `code` is an authorization code.
    ///
    /// Computed on first use.
    private lazy var isTokenRequest = SecretNames.isTokenRequest(bytes)

    /// The name of the enclosing XML element if that name denotes a secret and the element has child elements.
    private var container: String?

    /// Creates a scanner.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - isForm: Whether the text is a URL-encoded form. Defaults to `false`.
    init(_ bytes: [UInt8], isForm: Bool = false) {
        self.bytes = bytes
        self.isForm = isForm
    }

    /// Scans the text.
    mutating func run() {
        while position < bytes.count {
            if Self.isNameByte(bytes[position]) {
                readName()
            } else {
                position += 1
                if bytes[position - 1] == UInt8(ascii: "/"), bytes[..<position].suffix(3).elementsEqual("://".utf8) {
                    readCredentials()
                }
            }
        }
    }

    // MARK: Names

    private mutating func readName() {
        let begin = position
        skipName()
        let end = position
        if findElement(at: begin, end) || findPart(at: begin, end) { return }
        // Skip the closing quote of a member, which is escaped if the JSON is inside a string, and blanks.
        let isQuoting = end < bytes.count && Self.isQuoting(bytes[end])
        var sign = end
        while isQuoting, sign < bytes.count, Self.isBlank(bytes[sign]) || Self.isQuoting(bytes[sign]) { sign += 1 }
        let colon = UInt8(ascii: ":")
        guard sign < bytes.count, bytes[sign] == UInt8(ascii: "=") || isQuoting && bytes[sign] == colon else { return }
        let isPair = bytes[sign] != colon
        let name = name(begin, end)
        guard
            SecretNames.contains(name, in: context(of: begin, isPair: isPair, name))
                || name == "code" && !isPair && isTokenRequest
        else { return }
        position = sign + 1
        while !isPair, position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
        readValue(of: name, isPair: isPair, isMember: isPair || isInObject(begin))
    }

    /// Returns whether a quoted name follows a brace or a comma, unlike a quoted word of a sentence.
    private func isInObject(_ begin: Int) -> Bool {
        let before = bytes[..<begin].suffix(256).last { !Self.isBlank($0) && !Self.isQuoting($0) }
        return before.map { "{,".utf8.contains($0) } ?? true
    }

    /// Skips a name including its brackets, as in `user[password]`.
    private mutating func skipName() {
        while true {
            skip(while: Self.isNameByte)
            guard position < bytes.count, bytes[position] == UInt8(ascii: "[") else { return }
            let close = bytes[(position + 1)...].prefix(64).firstIndex { !Self.isNameByte($0) }
            guard let close, bytes[close] == UInt8(ascii: "]") else { return }
            position = close + 1
        }
    }

    private func name(_ begin: Int, _ end: Int) -> String {
        PercentEncoding.decode(String(decoding: bytes[begin..<end], as: UTF8.self))
    }

    private func context(of begin: Int, isPair: Bool, _ name: String) -> SecretNames.Place {
        if isPair { return isForm || begin > 0 && "?&;#".utf8.contains(bytes[begin - 1]) ? .query : .text }
        let lowercase = name.lowercased()
        return lowercase.hasPrefix("x-") || lowercase.hasPrefix("http_") ? .field : .text
    }

    // MARK: Values

    private mutating func readValue(of name: String, isPair: Bool, isMember: Bool) {
        guard position < bytes.count else { return }
        let begin = position
        switch bytes[position] {
        case _ where bytes[position...].starts(with: Redactor.mark.utf8):
            position += Redactor.mark.utf8.count
        case _ where isForm:
            skip { $0 != UInt8(ascii: "&") }
            note(begin..<position)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            readNested()
            ranges.append(begin..<position)
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"):
            if let content = readString() { note(content) }
        default:
            guard isMember else { return }
            skip { !Self.isBlank($0) && !"&;,\"'<>(){}[]\\".utf8.contains($0) }
            let word = String(decoding: bytes[begin..<position], as: UTF8.self)
            let isHarmless =
                word.isEmpty || !isPair && ["null", "true", "false"].contains(word)
                || SecretNames.isCount(word, of: name)
            if !isHarmless { note(begin..<position) }
        }
    }

    private mutating func note(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        ranges.append(range)
        values.append(range)
    }

    /// Reads a quoted string.
    ///
    /// The quotes are escaped if the string is inside another one: `\"…\"`.
    ///
    /// - Returns: The range of the string's content, excluding the quotes.
    private mutating func readString() -> Range<Int>? {
        let first = position
        skip { $0 == UInt8(ascii: "\\") }
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
        else {
            return nil
        }
        let depth = position - first
        let quote = bytes[position]
        position += 1
        let begin = position
        skipString(quote: quote, depth: depth)
        let end = max(begin, position < bytes.count ? position - depth : position)
        position = min(position + 1, bytes.count)
        return begin..<end
    }

    /// Skips to the closing quote of a string whose quotes are preceded by a number of backslashes.
    private mutating func skipString(quote: UInt8, depth: Int) {
        var backslashes = 0
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "\\") {
                backslashes += 1
            } else {
                // Each backslash of the string itself doubles the backslashes before the quote.
                if bytes[position] == quote, backslashes >= depth, (backslashes - depth) % (2 * depth + 2) == 0 {
                    return
                }
                backslashes = 0
            }
            position += 1
        }
    }

    /// Skips an object or an array and records its secrets: all strings and numbers of an array, and the secret members
    /// of an object.
    private mutating func readNested() {
        var isSecret: [Bool] = []
        var name = ""
        var isName = false
        repeat {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "["): isSecret.append(isSecret.isEmpty || isSecretMember(name, isSecret))
            case UInt8(ascii: "{"):
                isSecret.append(false)
                isName = true
            case UInt8(ascii: "}"), UInt8(ascii: "]"): isSecret.removeLast()
            case UInt8(ascii: ","): isName = true
            case UInt8(ascii: ":"): isName = false
            case _ where Self.isQuoting(byte):
                let before = position
                guard let content = readString() else {
                    position = max(position, before + 1)
                    continue
                }
                if isName, isSecret.last == false {
                    name = String(decoding: bytes[content], as: UTF8.self)
                } else if isSecretMember(name, isSecret) {
                    values.append(content)
                }
                continue
            case 0x2B...0x39 where isSecretMember(name, isSecret):
                let before = position
                skip { 0x2B...0x39 ~= $0 && $0 != UInt8(ascii: ",") }
                values.append(before..<position)
                if position > before { continue }
            default: break
            }
            position += 1
        } while !isSecret.isEmpty && position < bytes.count
        position = min(position, bytes.count)
    }

    /// Returns whether a value inside a secret object or array is itself a secret.
    private func isSecretMember(_ name: String, _ levels: [Bool]) -> Bool {
        guard let isSecret = levels.last, !isSecret else { return true }
        return SecretNames.containsMember(name)
    }

    // MARK: Elements, parts, credentials

    /// Finds the content of the XML element whose name has just been read.
    ///
    /// Returns whether the name is such an element.
    private mutating func findElement(at begin: Int, _ end: Int) -> Bool {
        guard begin > 0, [UInt8(ascii: "<"), UInt8(ascii: ":"), UInt8(ascii: "/")].contains(bytes[begin - 1]),
            end < bytes.count, bytes[end] == UInt8(ascii: ">") || Self.isBlank(bytes[end])
        else { return false }
        let name = name(begin, end)
        guard SecretNames.containsElement(name) || container != nil else { return false }
        let hasPrefix = bytes[begin - 1] == UInt8(ascii: ":")
        let sign =
            hasPrefix
            ? bytes[..<(begin - 1)].suffix(64).reversed().first { !Self.isNameByte($0) } : bytes[begin - 1]
        if sign == UInt8(ascii: "/"), name == container { container = nil }
        guard sign == UInt8(ascii: "<"),
            SecretNames.containsElement(name) || SecretNames.containsElementMember(name)
        else { return false }
        guard let close = bytes[end...].firstIndex(where: { "<>".utf8.contains($0) }),
            bytes[close] == UInt8(ascii: ">"),
            bytes[close - 1] != UInt8(ascii: "/")
        else { return false }
        position = close + 1
        let opening = Array("<![CDATA[".utf8)
        if bytes[position...].starts(with: opening) {
            position += opening.count
            let content = position
            position = bytes[position...].range(of: Array("]]>".utf8))?.lowerBound ?? bytes.count
            note(content..<position)
        } else {
            let content = position
            skip { $0 != UInt8(ascii: "<") }
            let isNested = position < bytes.count && bytes[content..<position].allSatisfy(Self.isBlank)
            if !isNested {
                note(content..<position)
            } else if bytes[position...].dropFirst().first != UInt8(ascii: "/") {
                container = name
            }
        }
        return true
    }

    /// Finds the content of the multipart form part whose name has just been read.
    ///
    /// Returns whether the name is such a part.
    private mutating func findPart(at begin: Int, _ end: Int) -> Bool {
        guard begin > 0, bytes[begin - 1] == UInt8(ascii: "\""),
            bytes[..<begin].suffix(6).elementsEqual("name=\"".utf8),
            SecretNames.contains(name(begin, end), in: .query)
        else {
            return false
        }
        guard let blank = bytes[end...].prefix(512).range(of: Array("\r\n\r\n".utf8)) else { return false }
        position = blank.upperBound
        let content = position
        position = bytes[position...].range(of: Array("\r\n--".utf8))?.lowerBound ?? bytes.count
        note(content..<position)
        return true
    }

    /// Finds the credentials before the `@` at the start of a URL's authority.
    private mutating func readCredentials() {
        guard let at = URLSecrets.endOfCredentials(in: bytes, from: position) else { return }
        ranges.append(position..<at)
        values += URLSecrets.passwords(in: bytes, position..<at)
        position = at
    }

    // MARK: Bytes

    private mutating func skip(while isPart: (UInt8) -> Bool) {
        while position < bytes.count, isPart(bytes[position]) { position += 1 }
    }
}
