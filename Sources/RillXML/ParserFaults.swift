internal import Foundation

/// What Foundation's parser takes for granted on Linux, and does not survive the lack of.
enum ParserFaults {
    /// Refuses what the whole process would end with.
    static func check(_ data: Data) throws(XMLDecodingError) {
        // Names and comments, too, are made strings without asking.
        guard String(validating: data, as: UTF8.self) != nil else {
            throw XMLDecodingError(path: "the document", reason: "it is not UTF-8")
        }
        // Behind the name of an instruction something has to follow. Wherever such a thing stands: of a document that is
        // not well-formed nobody can say what the parser takes for CDATA or a comment.
        var rest = data[...]
        while let start = rest.range(of: instruction)?.upperBound {
            rest = rest[start...].drop { byte in !ends.contains(byte) }
            guard !rest.starts(with: "?>".utf8) else {
                throw XMLDecodingError(
                    path: "the document", reason: "a processing instruction without content is not read")
            }
        }
    }

    private static let instruction = Data("<?".utf8)

    /// What a name ends at.
    private static let ends = Set("<>? \t\r\n".utf8)
}
