/// A string, such as a password or a token, that descriptions and dumps redact.
///
///     let password: Secret = "…"
///     let other = Secret(ProcessInfo.processInfo.environment["CONOHA_PASSWORD"] ?? "")
///     print(password)             // <redacted>
///     send(password.value)        // the string itself
///
/// Encoding a secret writes the unredacted string, so protect the encoded data.
public struct Secret: Sendable, Hashable {
    /// The string itself.
    public let value: String

    /// Creates a secret.
    ///
    /// - Parameter value: The string.
    public init(_ value: String) {
        self.value = value
    }
}

extension Secret: ExpressibleByStringLiteral {
    /// Creates a secret from a string literal.
    ///
    /// - Parameter value: The string.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    static let mark = "<redacted>"

    /// The text `<redacted>`.
    public var description: String { Self.mark }

    /// The text `<redacted>`.
    public var debugDescription: String { Self.mark }

    /// A mirror without children, so that `dump` does not show the string.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Secret: Codable {
    /// Decodes a string.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: Any error thrown by the decoder.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the string itself.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error thrown by the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
