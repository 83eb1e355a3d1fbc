/// What a link leads to; an open set.
public struct LinkRelation: RawRepresentable, Sendable, Hashable, Codable {
    /// The word that is sent.
    public let rawValue: String

    /// Creates a relation that is not among the static members.
    ///
    /// - Parameter rawValue: The word that is sent.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The thing that has the link.
    public static let itself: LinkRelation = "self"

    /// What describes it, for people.
    public static let describedBy: LinkRelation = "describedby"
}

extension LinkRelation: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a relation that stands in the source.
    ///
    /// - Parameter value: The word that is sent.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The word that is sent.
    public var description: String { rawValue }
}
