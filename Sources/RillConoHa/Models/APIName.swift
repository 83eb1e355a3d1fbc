/// A name in the API that is not limited to the static members of its type.
public protocol APIName: RawRepresentable<String>, Sendable, Hashable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// Creates a name from its raw value.
    ///
    /// - Parameter rawValue: The raw value used by the service.
    init(rawValue: String)
}

extension APIName {
    /// Creates a name from a string literal.
    ///
    /// - Parameter value: The value in the API.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The raw value used by the service.
    public var description: String { rawValue }
}
