internal import Rill
internal import RillHTTP

/// Puts a session's token on the requests to one server.
///
/// A request that brings a token of its own goes without: the answer that it gets says nothing about the session's.
struct TokenAuthentication: IdentifyingMiddleware {
    private let authentication: Authentication

    init(_ tokens: CredentialRefresher<SessionToken>, for address: String) {
        authentication = Authentication(tokens, for: address) { token, request in
            request.headerFields[.authToken] = token.id.value
        }
    }

    func identified(_ request: HTTPRequest) throws -> HTTPRequest? {
        request.headerFields.contains(.authToken) ? request : try authentication.identified(request)
    }

    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
        if request.headerFields.contains(.authToken) { return next(request, body) }
        return try authentication.intercept(request, body: body, next: next)
    }
}
