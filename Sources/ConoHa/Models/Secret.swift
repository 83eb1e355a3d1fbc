/// A text that no description and no dump shows: a password, a token.
///
///     let password: Secret = "…"
///     let other = Secret(ProcessInfo.processInfo.environment["CONOHA_PASSWORD"] ?? "")
///     print(password)             // <redacted>
///     send(password.value)        // the text itself
///
/// Encoded, it is the text: what writes it to a file, or sends it, has to be meant.
public struct Secret: Sendable, Hashable {
    /// The text itself.
    public let value: String

    /// Creates a secret.
    ///
    /// - Parameter value: The text.
    public init(_ value: String) {
        self.value = value
    }
}

extension Secret: ExpressibleByStringLiteral {
    /// Creates a secret that stands in the source.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    static let mark = "<redacted>"

    /// A mark in the place of the text.
    public var description: String { Self.mark }

    /// A mark in the place of the text.
    public var debugDescription: String { Self.mark }

    /// No children, so that no dump shows the text.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Secret: Codable {
    /// Reads the text.
    ///
    /// - Parameter decoder: Holds a string.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text itself.
    ///
    /// - Parameter encoder: Takes a string.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
