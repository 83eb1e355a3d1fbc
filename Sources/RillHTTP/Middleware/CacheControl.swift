/// What a `Cache-Control` field says, as far as a private cache asks.
///
/// - SeeAlso: RFC 9111, 5.2.
struct CacheControl {
    private var directives: [String: String] = [:]

    /// Reads the fields of a message; an older `Pragma` counts where there is no `Cache-Control`.
    init(_ fields: HTTPFields) {
        for part in Self.parts(of: fields[.cacheControl] ?? fields[.pragma] ?? "") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = HTTPToken.lowercased(Self.trimmed(pair[0]))
            // Of several the first counts.
            guard !name.isEmpty, directives[name] == nil else { continue }
            directives[name] = pair.count > 1 ? Self.trimmed(pair[1]) : ""
        }
    }

    /// Whether there is a directive, with a value or without.
    func contains(_ name: String) -> Bool { directives[name] != nil }

    /// The seconds that a directive names: 0 if that is no number; nil if there is no such directive.
    func seconds(_ name: String) -> Duration? {
        directives[name].map { Self.seconds($0) ?? .zero }
    }

    /// A number of seconds, at most 68 years; nil if it is none.
    static func seconds(_ text: String) -> Duration? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return .seconds(min(Int(text) ?? .max, 1 << 31))
    }

    /// The parts between commas that stand in no quotes.
    static func parts(of value: String) -> [String] {
        var parts: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in value.utf8 {
            if byte == UInt8(ascii: ","), !isQuoted {
                parts.append([])
                continue
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = byte == UInt8(ascii: "\\") && isQuoted && !isEscaped
            parts[parts.count - 1].append(byte)
        }
        return parts.map { String(decoding: $0, as: UTF8.self) }
    }

    /// A text without blanks and quotes around it.
    static func trimmed(_ text: some StringProtocol) -> String {
        let isAround: (UInt8) -> Bool = { FieldText.isBlank($0) || $0 == UInt8(ascii: "\"") }
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { !isAround($0) }),
            let last = bytes.lastIndex(where: { !isAround($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}
