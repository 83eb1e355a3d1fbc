/// A version of GitHub's REST API, identified by its release date.
///
/// - SeeAlso: <https://docs.github.com/rest/about-the-rest-api/api-versions>, read 2026-11-21.
public struct APIVersion: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// The value of the `X-GitHub-Api-Version` header field, such as `2022-11-28`.
    public let rawValue: String

    /// Creates a version from its date.
    ///
    /// - Parameter rawValue: The release date, such as `2022-11-28`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a version from a string literal.
    ///
    /// - Parameter value: The release date.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// Version 2022-11-28, which is also GitHub's default for requests without a version.
    public static let november2022: APIVersion = "2022-11-28"

    /// Version 2026-03-10.
    public static let march2026: APIVersion = "2026-03-10"
}
