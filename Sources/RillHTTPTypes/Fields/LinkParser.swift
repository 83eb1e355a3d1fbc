/// A single-pass parser of the value of a `Link` field.
struct LinkParser: IteratorProtocol {
    private var scanner: FieldScanner

    /// Whether invalid input was skipped.
    private(set) var isMalformed: Bool

    init(_ value: String, limit: Int) {
        scanner = FieldScanner(value.utf8.prefix(limit))
        isMalformed = value.utf8.count > limit
    }

    /// Returns the next link, or `nil` at the end.
    mutating func next() -> LinkHeader.Link? {
        while true {
            scanner.skip { FieldText.isBlank($0) || $0 == UInt8(ascii: ",") }
            guard scanner.next != nil else { return nil }
            guard let target = parseTarget() else {
                isMalformed = true
                skipToDelimiter(orSemicolon: false)
                continue
            }
            return LinkHeader.Link(target: target, parameters: parseParameters())
        }
    }

    /// Parses the URL between `<` and `>`.
    ///
    /// Returns `nil` if there is none.
    private mutating func parseTarget() -> String? {
        var target: String?
        while scanner.skip("<") {
            // A URL cannot contain `<`, so the previous one was never closed.
            if target != nil { isMalformed = true }
            target = scanner.read { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
        }
        return scanner.skip(">") ? target : nil
    }

    private mutating func parseParameters() -> [String: String] {
        var parameters: [String: String] = [:]
        while true {
            scanner.skip(while: FieldText.isBlank)
            guard let next = scanner.next, next != UInt8(ascii: ",") else { return parameters }
            guard scanner.skip(";") else {
                isMalformed = true
                skipToDelimiter(orSemicolon: true)
                continue
            }
            if let (name, value) = parseParameter(), parameters[name] == nil { parameters[name] = value }
        }
    }

    private mutating func parseParameter() -> (name: String, value: String)? {
        scanner.skip(while: FieldText.isBlank)
        // An empty parameter between two semicolons is valid. The caller skips an invalid name.
        guard let name = scanner.readToken() else { return nil }
        scanner.skip(while: FieldText.isBlank)
        guard scanner.skip("=") else { return (name, "") }
        scanner.skip(while: FieldText.isBlank)
        return (name, scanner.next == UInt8(ascii: "\"") ? parseQuotedValue() : parseUnquotedValue())
    }

    private mutating func parseQuotedValue() -> String {
        let (value, isTerminated) = scanner.readQuotedString()
        // Otherwise, the following text, perhaps another link, became part of the value.
        if !isTerminated { isMalformed = true }
        return value
    }

    private mutating func parseUnquotedValue() -> String {
        // Single quotes are not valid delimiters, but were probably intended as such.
        if scanner.next == UInt8(ascii: "'") { isMalformed = true }
        let value = scanner.read { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
        return String(value.trimmed)
    }

    /// Skips to the end of the element, or optionally of the parameter, ignoring delimiters inside quotes.
    private mutating func skipToDelimiter(orSemicolon: Bool) {
        while let next = scanner.next, next != UInt8(ascii: ","), !orSemicolon || next != UInt8(ascii: ";") {
            if next == UInt8(ascii: "\"") { _ = parseQuotedValue() } else { scanner.skip(next) }
        }
    }
}
