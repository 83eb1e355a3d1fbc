internal import RillHTTP

/// Redacts secrets in XML and HTML, for example `<Password>…</Password>` and `<input name="token" value="…">`.
struct MarkupFilter {
    private let filter: SecretFilter

    /// The secrets recognized by their element names.
    private(set) var secrets: [String] = []

    init(filter: SecretFilter) {
        self.filter = filter
    }

    /// Returns the redacted text, with escaped redaction markers.
    mutating func run(on text: String) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "<") {
            result += rest[..<open]
            rest = rest[open...]
            guard let end = rest.firstIndex(of: ">") else { break }
            let tag = rest[...end]
            rest = rest[end...].dropFirst()
            let name = tag.dropFirst().prefix { !$0.isWhitespace && $0 != "/" && $0 != ">" }
            result += attributes(of: tag)
            guard !name.isEmpty, filter.isSecret(local(name)),
                let close = rest.firstRange(of: "</\(name)")
            else { continue }
            let content = rest[..<close.lowerBound]
            let isCharacterData = content.hasPrefix("<![CDATA[")
            guard isCharacterData || !content.contains("<") else { continue }
            let value = isCharacterData ? content.dropFirst(9).dropLast(3) : content
            guard value.contains(where: { !$0.isWhitespace }) else { continue }
            secrets.append(value.split(whereSeparator: \.isWhitespace).joined(separator: " "))
            result += Redactor.mark
            rest = rest[close.lowerBound...]
        }
        return filter.text(result + rest).replacing(Redactor.mark, with: Redactor.escapedMark)
    }

    /// Returns the name without its namespace prefix.
    private func local(_ name: Substring) -> Substring {
        name[(name.lastIndex(of: ":").map { name.index(after: $0) } ?? name.startIndex)...]
    }

    /// Returns a tag with its `value` or `content` attribute redacted if its `name` attribute is secret, as in form
    /// fields and meta tags.
    private mutating func attributes(of tag: Substring) -> String {
        let text = String(tag)
        guard text.contains("name"), let name = text.firstMatch(of: /\bname\s*=\s*["']([^"']*)["']/),
            filter.isSecret(name.output.1),
            let value = text.firstMatch(of: /\b(?:value|content)\s*=\s*["']([^"']+)["']/)
        else { return text }
        secrets.append(String(value.output.1))
        return text[..<value.output.1.startIndex] + Redactor.mark + text[value.output.1.endIndex...]
    }
}
