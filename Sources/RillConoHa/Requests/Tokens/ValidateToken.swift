public import RillHTTP

/// Validates a token and returns its user, scope and expiration date: `GET /v3/auth/tokens`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#validate-and-show-information-for-token>, read 2026-11-21.
public struct ValidateToken: Request, Hashable {
    /// The validated token.
    public typealias Response = Token

    /// The token to validate.
    public var subject: Secret

    /// Whether the response includes the service catalog.
    public var includesCatalog: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - subject: The token to validate.
    ///   - includesCatalog: Whether the response includes the service catalog. Defaults to `true`.
    public init(subject: Secret, includesCatalog: Bool = true) {
        self.subject = subject
        self.includesCatalog = includesCatalog
    }

    /// `/v3/auth/tokens`.
    public var path: URLPath { "/v3/auth/tokens" }

    /// The query parameter `nocatalog` if the catalog is omitted.
    public var query: QueryItems { .catalog(isIncluded: includesCatalog) }

    /// The header field `X-Subject-Token` with the token.
    public var headerFields: HTTPFields { [.subjectToken: subject.value] }

    /// Decodes the value of the key `token`.
    public var parser: ResponseParser<Token> { .token(subject: subject) }
}
