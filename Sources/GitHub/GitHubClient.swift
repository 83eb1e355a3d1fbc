/// A client of GitHub.
public struct GitHubClient: Sendable {}
