public import Foundation
internal import RillSystem

/// An error that describes why an XML document cannot be decoded:
/// `EnumerationResults/Blobs/Blob[2]/Properties/Content-Length: expected Int, found "12 MB"`.
public struct XMLDecodingError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The path of the element: the element names from the root, with a zero-based index where siblings have the same
    /// name.
    public let path: String

    /// The reason for the failure.
    public let reason: String

    init(path: String, reason: String) {
        self.path = Self.clean(path)
        self.reason = Self.clean(reason)
    }

    /// Converts a decoding error thrown by a type's own `init(from:)`.
    init(_ error: DecodingError, in root: String) {
        let context =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: DecodingError.Context(codingPath: [], debugDescription: "\(error)")
            }
        let path = context.codingPath.reduce(root) { path, key in
            key.intValue.map { "\(path)[\($0)]" } ?? "\(path)/\(key.stringValue)"
        }
        self.init(path: path, reason: context.debugDescription)
    }

    /// The path and the reason for the failure.
    ///
    /// Text quoted from the document is truncated to 40 characters.
    public var description: String { "\(path): \(reason)" }

    /// The same text as `description`.
    public var errorDescription: String? { description }

    /// Returns a text on one line without deceptive characters.
    private static func clean(_ text: String) -> String {
        text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ").removingDeceptiveCharacters()
    }

    /// Quotes text from the document, truncated to 40 characters.
    static func shown(_ text: String) -> String {
        let start = text.prefix(40)
        return "\"\(start)\(start.endIndex < text.endIndex ? "…" : "")\""
    }
}
