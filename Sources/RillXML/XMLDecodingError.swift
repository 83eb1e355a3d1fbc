/// Why a document cannot be read: `EnumerationResults/Blobs/Blob[2]/Properties/Content-Length: expected Int, found "12 MB"`.
public struct XMLDecodingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where it was found: the names of the elements from the outermost on, counted from zero where there are several.
    public let path: String

    /// What is wrong there.
    public let reason: String

    init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// What a type's own code has thrown.
    init(_ error: DecodingError, in root: String) {
        let context =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: DecodingError.Context(codingPath: [], debugDescription: "\(error)")
            }
        path = context.codingPath.reduce(root) { path, key in
            key.intValue.map { "\(path)[\($0)]" } ?? "\(path)/\(key.stringValue)"
        }
        reason = context.debugDescription
    }

    /// The place and the reason; text of the document is cut after a few words.
    public var description: String { "\(path): \(reason)" }

    /// A text of the document, as it is shown.
    static func shown(_ text: String) -> String {
        let start = text.prefix(40)
        return "\"\(start)\(start.endIndex < text.endIndex ? "…" : "")\""
    }
}
