/// The value of a `Link` header field: addresses and what each is to this answer.
///
/// - SeeAlso: RFC 8288, 3.
package struct LinkHeader: Sendable, Hashable {
    private var targets: [String: String] = [:]

    /// Reads a value; what is malformed is left out.
    package init(_ value: String) {
        for element in Self.split(value, at: ",") {
            let parts = Self.split(element, at: ";").map(Self.trimmed)
            guard let target = parts.first, target.hasPrefix("<"), target.hasSuffix(">") else { continue }
            for relation in Self.relations(parts.dropFirst()) where targets[relation] == nil {
                targets[relation] = String(target.dropFirst().dropLast())
            }
        }
    }

    /// The first address under a relation, `next` for example; nil if there is none.
    package subscript(relation: String) -> String? { targets[relation] }

    private static func relations(_ attributes: ArraySlice<Substring>) -> [String] {
        for attribute in attributes {
            let pair = attribute.split(separator: "=", maxSplits: 1).map(trimmed)
            guard pair.count == 2, pair[0].lowercased() == "rel" else { continue }
            // Only the first one counts; it may hold several words.
            return pair[1].split { $0 == "\"" || $0 == " " }.map { $0.lowercased() }
        }
        return []
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? ""
    }

    /// Splits at a separator that stands neither in angle brackets nor in quotes.
    private static func split(_ text: some StringProtocol, at separator: Character) -> [Substring] {
        var isInTarget = false
        var isQuoted = false
        return Substring(text).split { character in
            switch character {
            case "<" where !isQuoted: isInTarget = true
            case ">" where !isQuoted: isInTarget = false
            case "\"" where !isInTarget: isQuoted.toggle()
            case separator: return !isInTarget && !isQuoted
            default: break
            }
            return false
        }
    }
}
