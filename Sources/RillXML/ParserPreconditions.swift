internal import Foundation

/// Rejects documents that crash Foundation's XML parser on Linux.
enum ParserPreconditions {
    /// Throws if parsing the document would terminate the process.
    static func check(_ data: Data) throws(XMLDecodingError) {
        // The parser force-unwraps the strings it creates from names, comments, and text.
        guard String(validating: data, as: UTF8.self) != nil else {
            throw XMLDecodingError(path: "the document", reason: "invalid UTF-8")
        }
        // The parser crashes on a processing instruction without content (`<?name?>`). CDATA sections and comments are
        // searched as well, because their boundaries are unreliable in documents that are not well-formed.
        var rest = data[...]
        while let start = rest.range(of: instruction)?.upperBound {
            rest = rest[start...].drop { byte in !ends.contains(byte) }
            guard !rest.starts(with: "?>".utf8) else {
                throw XMLDecodingError(
                    path: "the document", reason: "processing instructions without content are not supported")
            }
        }
    }

    private static let instruction = Data("<?".utf8)

    /// The characters that end the name of a processing instruction.
    private static let ends = Set("<>? \t\r\n".utf8)
}
