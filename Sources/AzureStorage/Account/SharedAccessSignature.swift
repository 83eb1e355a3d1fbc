/// A signature that lets its bearer do some things for some time: the part of an address behind the question mark.
///
///     let signature = SharedAccessSignature("sv=2021-08-06&ss=b&srt=sco&sp=rl&se=2030-01-01T00%3A00%3A00Z&sig=…")
///
/// It is appended to the address of each request. No text shows it.
///
/// - SeeAlso: ``AccountAccess``, which makes one.
public struct SharedAccessSignature: Sendable, Hashable {
    /// The pairs as they are sent, percent-encoded, without a question mark.
    public let query: String

    /// Creates a signature from the text that Azure, or whoever has the key, has handed out.
    ///
    /// - Parameter text: The pairs, percent-encoded, with a question mark before them or without.
    public init(_ text: String) {
        query = String(text.drop { $0 == "?" || $0 == "&" })
    }
}

extension SharedAccessSignature: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark in the place of the signature.
    public var description: String { "<redacted>" }

    /// A mark in the place of the signature.
    public var debugDescription: String { description }

    /// No children, so that no dump shows the signature.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
