public import RillHTTP

/// Gets a repository: `GET /repos/{owner}/{repo}`.
///
/// - SeeAlso: <https://docs.github.com/rest/repos/repos#get-a-repository>, read 2026-11-21.
public struct GetRepository: Request, Hashable {
    /// A repository.
    public typealias Response = Repository

    /// The login of the owner.
    public var owner: String

    /// The name of the repository.
    public var name: String

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - owner: The login of the owner.
    ///   - name: The name of the repository.
    public init(owner: String, name: String) {
        self.owner = owner
        self.name = name
    }

    /// `/repos/{owner}/{repo}`.
    public var path: URLPath { "/repos/\(owner)/\(name)" }

    /// Decodes a repository from the body.
    public var parser: ResponseParser<Repository> { .json.validateJSON() }
}
