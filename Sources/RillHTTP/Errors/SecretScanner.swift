/// Finds secrets in a text by the names before them, and copies the text without them.
///
/// It knows pairs (`token=…`), header lines (`Authorization: …`), JSON members (`"token": "…"`, also objects and arrays,
/// and with the other quotes, as Python prints them),
/// elements of XML (`<Token>…`), the parts of a form (`name="token"` and what comes behind the empty line), and the
/// credentials of an address (`https://user:password@…`). The text may be cut anywhere.
struct SecretScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var result: [UInt8] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The text without its secrets.
    mutating func run() -> String {
        while position < bytes.count {
            if Self.isNameByte(bytes[position]) {
                copyName()
            } else {
                result.append(bytes[position])
                position += 1
                if result.suffix(3).elementsEqual("://".utf8) { skipCredentials() }
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func copyName() {
        let begin = position
        while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
        result += bytes[begin..<position]
        let name = PercentEncoding.decode(String(decoding: bytes[begin..<position], as: UTF8.self))
        guard SecretNames.contains(name), !skipElement(at: begin), !skipPart(at: begin) else { return }
        let isQuoted = position < bytes.count && Self.isQuoting(bytes[position])
        // Over the closing quote, escaped if the JSON is itself inside a string, and blanks, up to `:` or `=`.
        var end = position
        while end < bytes.count, Self.isBlank(bytes[end]) || Self.isQuoting(bytes[end]) { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: ":") || bytes[end] == UInt8(ascii: "=") else { return }
        let isPair = bytes[end] == UInt8(ascii: "=")
        end += 1
        while end < bytes.count, Self.isBlank(bytes[end]) { end += 1 }
        result += bytes[position..<end]
        position = end
        let isField = name.contains("-") || ["authorization", "cookie"].contains(name.lowercased())
        skipValue(isPair: isPair, isLine: !isPair && !isQuoted && isField)
    }

    // MARK: Values

    private mutating func skipValue(isPair: Bool, isLine: Bool) {
        let begin = position
        guard begin < bytes.count else { return }
        var mark = Array(Redactor.mark.utf8)
        switch bytes[begin] {
        case _ where bytes[begin...].starts(with: Redactor.mark.utf8):
            position += mark.count
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let quote = bytes[begin]
            skipString(endingWith: quote)
            mark = [quote] + mark + [quote]
        case UInt8(ascii: "\\"):
            skipEscapedString()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            skipNested()
        case _ where isLine:
            // What stands behind `Authorization:` goes on to the end of the line, or of the string that the line is in.
            skip { $0 != 0x0A && $0 != 0x0D && $0 != UInt8(ascii: "\"") }
        default:
            skip { !Self.isBlank($0) && !"&;,\"'<>(){}[]\\".utf8.contains($0) }
            let word = String(decoding: bytes[begin..<position], as: UTF8.self)
            if word.isEmpty || !isPair && ["null", "true", "false"].contains(word) {
                result += bytes[begin..<position]
                return
            }
        }
        result += mark
    }

    /// Takes out the content of an element with a name that has just been read; false if it is none.
    private mutating func skipElement(at begin: Int) -> Bool {
        guard begin > 0, bytes[begin - 1] == UInt8(ascii: "<") || bytes[begin - 1] == UInt8(ascii: ":"),
            position < bytes.count, bytes[position] == UInt8(ascii: ">")
        else { return false }
        position += 1
        result.append(UInt8(ascii: ">"))
        let content = position
        skip { $0 != UInt8(ascii: "<") }
        if position > content { result += Redactor.mark.utf8 }
        return true
    }

    /// Takes out a part of a form with a name that has just been read; false if it is none.
    private mutating func skipPart(at begin: Int) -> Bool {
        guard bytes[..<begin].suffix(6).elementsEqual("name=\"".utf8) else { return false }
        let head = String(decoding: bytes[position...].prefix(512), as: UTF8.self)
        guard let blank = head.firstRange(of: "\r\n\r\n") else { return false }
        let content = position + head[..<blank.upperBound].utf8.count
        guard content <= bytes.count else { return false }
        result += bytes[position..<content]
        position = content
        while position < bytes.count, !bytes[position...].starts(with: "\r\n--".utf8) { position += 1 }
        result += Redactor.mark.utf8
        return true
    }

    private mutating func skip(while isPart: (UInt8) -> Bool) {
        while position < bytes.count, isPart(bytes[position]) { position += 1 }
    }

    private mutating func skipString(endingWith quote: UInt8) {
        position += 1
        while position < bytes.count, bytes[position] != quote {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, bytes.count)
    }

    /// Skips a string inside a string: `\"…\"`.
    private mutating func skipEscapedString() {
        skip { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }
        skip { $0 != UInt8(ascii: "\"") }
        position = min(position + 1, bytes.count)
    }

    private mutating func skipNested() {
        var depth = 0
        repeat {
            switch bytes[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                skipString(endingWith: UInt8(ascii: "\""))
                continue
            default: break
            }
            position += 1
        } while depth > 0 && position < bytes.count
    }

    /// Takes out what stands before an `@` that comes before the end of the authority.
    private mutating func skipCredentials() {
        let authority = bytes[position...].prefix { !Self.isBlank($0) && !"/?#\"'<>,;()".utf8.contains($0) }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return }
        result += Redactor.mark.utf8
        position = at
    }

    // MARK: Bytes

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "%"):
            true
        default: byte >= 0x80
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func isQuoting(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
    }
}
