internal import Foundation

extension HTTPRequest {
    /// Returns a shell command that sends the request with curl.
    ///
    ///     curl -X POST 'https://qiita.com/api/v2/items' -H 'Authorization: <redacted>' --data-raw '{"title":"it'\''s"}'
    ///
    /// All arguments are single-quoted, so that the shell does not expand anything. An in-memory text body is included
    /// in the command, up to a size limit. A file body is passed by its path. For any other body, curl reads standard
    /// input, and a comment at the end of the command describes the body.
    ///
    /// - Parameters:
    ///   - body: The body of the request. Defaults to `nil`.
    ///   - showsSecrets: Whether the command contains credentials, cookies, keys and signatures. If `false`, each is
    ///     replaced by `<redacted>`. Defaults to `false`.
    /// - Returns: The command. It contains line breaks if the body does.
    public func curlCommand(body: HTTPBody? = nil, showsSecrets: Bool = false) -> String {
        let redactor = showsSecrets ? nil : Redactor(requests: [self], body: body)
        let url = unvalidatedURL
        var words = ["curl"]
        if method == .head {
            words.append("--head")
        } else if method != .get || body != nil {
            words += ["-X", ShellWord.quoted(method.rawValue)]
        }
        // Unlike servers, curl expands brackets and braces, and removes dot segments.
        if url.utf8.contains(where: { "[]{}".utf8.contains($0) }) { words.append("--globoff") }
        if url.contains("/.") { words.append("--path-as-is") }
        words.append(ShellWord.quoted(redactor?.url(url) ?? url))
        var fields = redactor?.fields(headerFields) ?? headerFields
        // As in transports, the body determines how it is framed.
        fields.removeAll { $0.name == .contentLength || $0.name == .transferEncoding }
        if let body, !fields.contains(.contentType) {
            // Without this field, curl sends every body as a form.
            fields.append(HTTPField(name: .contentType, value: body.contentType ?? ""))
        }
        if body == nil, [.post, .put, .patch].contains(method) {
            // Unlike Rill, curl sends no length for a missing body.
            fields.append(HTTPField(name: .contentLength, value: "0"))
        }
        for field in fields {
            let isDropped = field.name == .contentType && field.value.isEmpty && !headerFields.contains(.contentType)
            // In curl, `Name:` removes a field, and `Name;` sends it with an empty value.
            let empty = isDropped ? "\(field.name):" : "\(field.name);"
            words += ["-H", ShellWord.quoted(field.value.isEmpty ? empty : "\(field.name): \(field.value)")]
        }
        return (words + (body.map { bodyWords($0, redactor) } ?? [])).joined(separator: " ")
    }

    private func bodyWords(_ body: HTTPBody, _ redactor: Redactor?) -> [String] {
        if let path = body.filePath {
            // `--data-binary @-` reads standard input.
            return ["--data-binary", ShellWord.quoted("@" + (path.hasPrefix("-") ? "./" + path : path))]
        }
        guard let bytes = body.bytes else {
            return [
                "--data-binary", "@-",
                "# body: a stream of \(body.count.map { "\($0)" } ?? "an unknown number of") bytes",
            ]
        }
        guard bytes.count <= BodyText.window, let text = String(validating: bytes, as: UTF8.self),
            !text.unicodeScalars.contains(where: ShellWord.isUnprintable)
        else {
            let kind = bytes.count <= BodyText.window ? "not text" : "too large to include"
            return ["--data-binary", "@-", "# body: \(bytes.count) bytes, \(kind)"]
        }
        // Unlike `--data`, `--data-raw` does not treat a leading `@` as a file name.
        let type = headerFields[.contentType] ?? body.contentType
        let shown = redactor.map { String(decoding: $0.body(bytes, as: BodyFormat(type)), as: UTF8.self) } ?? text
        return ["--data-raw", ShellWord.quoted(shown)]
    }
}

/// Quoting for POSIX shells.
enum ShellWord {
    /// Returns the text in single quotes, in which only the single quote has a special meaning.
    static func quoted(_ text: String) -> String {
        // Splits by Unicode scalars, because a quote followed by a combining character is still a quote for the shell.
        let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
        return "'" + parts.joined(separator: #"'\''"#) + "'"
    }

    /// Returns whether a character cannot be used in an argument or could control a terminal.
    static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && !["\n", "\t", "\r"].contains(scalar)
    }
}
