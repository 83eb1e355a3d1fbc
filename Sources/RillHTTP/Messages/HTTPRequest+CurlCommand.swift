internal import Foundation

extension HTTPRequest {
    /// The request as a line for a shell, to try it by hand with curl.
    ///
    ///     curl -X POST 'https://qiita.com/api/v2/items' -H 'Authorization: <redacted>' --data-raw '{"title":"it'\''s"}'
    ///
    /// Everything stands in single quotes, so that no shell expands any of it. A body that is text is written out as far as
    /// it lies in memory; a file is named; of everything else a comment at the end says what is missing, and curl reads it
    /// from its standard input.
    ///
    /// - Parameters:
    ///   - body: The request's body.
    ///   - showsSecrets: Whether the line works as it is, with credentials, cookies, keys and signatures. If not, which is
    ///     the default, `<redacted>` stands in the place of each.
    /// - Returns: The line; it has line breaks inside where the body has.
    public func curlCommand(body: HTTPBody? = nil, showsSecrets: Bool = false) -> String {
        let redactor = showsSecrets ? nil : Redactor(request: self)
        let url = "\(scheme ?? "")://\(authority ?? "")\(path ?? "")"
        var words = ["curl"]
        if method == .head {
            words.append("--head")
        } else if method != .get || body != nil {
            words += ["-X", ShellWord.quoted(method.rawValue)]
        }
        // Unlike servers, curl gives a meaning to brackets and braces, and goes up at dots.
        if url.utf8.contains(where: { "[]{}".utf8.contains($0) }) { words.append("--globoff") }
        if url.contains("/.") { words.append("--path-as-is") }
        words.append(ShellWord.quoted(redactor?.url(url) ?? url))
        var fields = redactor?.fields(headerFields) ?? headerFields
        if let body, !fields.contains(.contentType) {
            // Without one, curl would call every body a form.
            fields.append(HTTPField(name: .contentType, value: body.contentType ?? ""))
        }
        for field in fields {
            let isDropped = field.name == .contentType && field.value.isEmpty && !headerFields.contains(.contentType)
            // A name with a colon and nothing behind it takes a field away, with a semicolon it sends an empty one.
            let empty = isDropped ? "\(field.name):" : "\(field.name);"
            words += ["-H", ShellWord.quoted(field.value.isEmpty ? empty : "\(field.name): \(field.value)")]
        }
        return (words + (body.map { Self.words(of: $0, redactor) } ?? [])).joined(separator: " ")
    }

    private static func words(of body: HTTPBody, _ redactor: Redactor?) -> [String] {
        if let path = body.filePath {
            // A lone hyphen would be the standard input.
            return ["--data-binary", ShellWord.quoted("@" + (path.hasPrefix("-") ? "./" + path : path))]
        }
        guard let bytes = body.bytes else {
            return [
                "--data-binary", "@-",
                "# body: a stream of \(body.count.map { "\($0)" } ?? "an unknown number of") bytes",
            ]
        }
        guard bytes.count <= BodyText.window, let text = String(validating: bytes, as: UTF8.self),
            !text.unicodeScalars.contains(where: ShellWord.isUnfit)
        else {
            let kind = bytes.count <= BodyText.window ? "that are not text" : "too many to write out"
            return ["--data-binary", "@-", "# body: \(bytes.count) bytes, \(kind)"]
        }
        // Unlike `--data`, this one does not take a text that begins with `@` for the name of a file.
        return ["--data-raw", ShellWord.quoted(redactor?.text(text) ?? text)]
    }
}

/// A word for a POSIX shell.
enum ShellWord {
    /// The text in single quotes, where only the quote itself means anything.
    static func quoted(_ text: String) -> String {
        var bytes = [UInt8(ascii: "'")]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "'") { bytes += #"'\'"#.utf8 }
            bytes.append(byte)
        }
        return String(decoding: bytes + [UInt8(ascii: "'")], as: UTF8.self)
    }

    /// Whether a character cannot stand in a word, or would do something to the terminal that shows it.
    static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && !["\n", "\t", "\r"].contains(scalar)
    }
}
