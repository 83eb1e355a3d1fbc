internal import RillHTTP

/// Adds the session's token to the requests to one server.
///
/// A request with its own token is sent unchanged, because a 401 for it does not indicate that the session's token is
/// invalid.
struct TokenAuthentication: Middleware {
    private let authentication: Authentication

    init(_ tokens: CredentialRefresher<SessionToken>, for baseURL: String) {
        authentication = Authentication(tokens, for: baseURL) { token, request in
            request.headerFields[.authToken] = token.id.value
        }
    }

    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
        if request.headerFields.contains(.authToken) { return next(request, body) }
        return try authentication.intercept(request, body: body, next: next)
    }
}
