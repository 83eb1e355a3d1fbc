internal import RillHTTP
internal import RillSystem

/// Texts of a server in errors, and encodings of credentials.
extension String {
    /// Returns the text on one line without deceptive characters, truncated to a maximum number of characters.
    func singleLine(limit: Int = 1_024) -> String {
        let line = removingDeceptiveCharacters(keeping: ["\r", "\n", "\t"]).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ").unicodeScalars
        return line.count > limit ? String(UnicodeScalarView(line.prefix(limit))) + "…" : String(line)
    }

    /// The beginning of the text in quotes on one line.
    var quotedLine: String { "\"\(singleLine(limit: 80))\"" }

    /// The text in which all characters except letters, digits, and `-._~` are percent-encoded.
    var percentEncoded: String { QueryItems([QueryItems.Item(name: self)]).encoded }

    /// The text in the encoding of HTML forms.
    var formEncoded: String { percentEncoded.replacing("%20", with: "+") }
}
