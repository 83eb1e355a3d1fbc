public import RillHTTP

/// What a token is good for, and until when: `GET /v3/auth/tokens`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#validate-and-show-information-for-token>, read 2026-11-21.
public struct ValidateToken: Request, Hashable {
    /// The token, and what it is good for.
    public typealias Response = Token

    /// The token that is asked about.
    public var subject: Secret

    /// Whether the answer should list the services.
    public var includesCatalog: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - subject: The token that is asked about.
    ///   - includesCatalog: Whether the answer should list the services.
    public init(subject: Secret, includesCatalog: Bool = true) {
        self.subject = subject
        self.includesCatalog = includesCatalog
    }

    /// `/v3/auth/tokens`.
    public var path: URLPath { "/v3/auth/tokens" }

    /// The word `nocatalog`, if the services are not wanted.
    public var query: QueryItems { .catalog(isWanted: includesCatalog) }

    /// The token, as `X-Subject-Token`.
    public var headerFields: HTTPFields { [.subjectToken: subject.value] }

    /// Reads what stands below `token`.
    public var parser: ResponseParser<Token> { .token(subject: subject) }
}
