/// A version of GitHub's API, which is called by a date; an open set.
///
/// - SeeAlso: <https://docs.github.com/rest/about-the-rest-api/api-versions>, read 2026-11-21.
public struct APIVersion: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// What is sent as `X-GitHub-Api-Version`: `2022-11-28`.
    public let rawValue: String

    /// Creates a version that is not among the static members.
    ///
    /// - Parameter rawValue: The date.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a version that stands in the source.
    ///
    /// - Parameter value: The date.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// Version 2022-11-28, which GitHub also takes for requests that name none.
    public static let november2022: APIVersion = "2022-11-28"

    /// Version 2026-03-10.
    public static let march2026: APIVersion = "2026-03-10"
}
