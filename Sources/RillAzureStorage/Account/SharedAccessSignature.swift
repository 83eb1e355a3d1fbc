internal import Foundation

/// A shared access signature (SAS): the query of a URL that grants limited access for a limited time.
///
///     let signature = SharedAccessSignature("sv=2021-08-06&ss=b&srt=sco&sp=rl&se=2030-01-01T00%3A00%3A00Z&sig=…")
///
/// The signature is appended to the query of each request, and is redacted in descriptions and dumps.
///
/// - SeeAlso: ``AccountAccess``, which creates signatures.
public struct SharedAccessSignature: Sendable, Hashable {
    /// The percent-encoded query, without a question mark.
    public let query: String

    /// Creates a signature from a query, for example from the Azure portal.
    ///
    /// - Parameter text: The percent-encoded query. A leading question mark and surrounding whitespace are ignored.
    public init(_ text: String) {
        query = String(text.trimmingCharacters(in: .whitespacesAndNewlines).drop { $0 == "?" || $0 == "&" })
    }
}

extension SharedAccessSignature: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder for the signature.
    public var description: String { "<redacted>" }

    /// A placeholder for the signature.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` does not reveal the signature.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
