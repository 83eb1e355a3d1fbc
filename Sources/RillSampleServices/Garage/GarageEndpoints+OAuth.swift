internal import Foundation
internal import RillHTTPTesting

/// The OAuth endpoints of Doorkeeper.
extension GarageEndpoints {
    /// The scopes of tokens that are requested without scopes.
    static let defaultScopes = ["public", "write_post"]

    /// `GET /oauth/authorize`: redirects with a code for the first user, as if this user had approved the request.
    func authorize(_ request: RoutedRequest) -> LoopbackServer.Response {
        guard let id = request.queryItem("client_id"), options.applications[id] != nil,
            let uri = request.queryItem("redirect_uri"), AuthorizationCodes.isLoopback(uri),
            request.queryItem("response_type") == "code"
        else { return .text("The client or the redirect URI is unknown.", status: .badRequest) }
        let state = request.queryItem("state")
        let scopes = request.request.words("scope")
        guard scopes.allSatisfy({ Self.defaultScopes.contains($0) }) else {
            return AuthorizationCodes.redirect(uri, ["error": "invalid_scope", "state": state])
        }
        let challenge = request.queryItem("code_challenge")
        guard challenge == nil || request.queryItem("code_challenge_method") == "S256" else {
            return AuthorizationCodes.redirect(uri, ["error": "invalid_code_challenge_method", "state": state])
        }
        let grant = AuthorizationCodes.Grant(
            clientID: id, redirectURI: uri, challenge: challenge,
            scopes: scopes.isEmpty ? Self.defaultScopes : scopes, expires: options.now() + 600)
        return codes.redirect(grant, state: state)
    }

    /// `POST /oauth/token`: issues a token.
    func issueToken(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        let parameters = try GarageParameters(request.request)
        guard let grant = parameters.text("grant_type"), !grant.isEmpty else {
            throw GarageError.missingParameter("grant_type")
        }
        guard ["authorization_code", "password", "client_credentials", "refresh_token"].contains(grant) else {
            throw GarageError.unsupportedGrantType
        }
        let application = try application(of: request.request, parameters)
        if grant == "authorization_code" {
            let grant = codes.redeem(
                parameters.text("code") ?? "", clientID: application,
                redirectURI: parameters.text("redirect_uri") ?? "", verifier: parameters.text("code_verifier"),
                now: options.now())
            guard let grant else { throw GarageError.invalidGrant }
            return tokenResponse(1, application, grant.scopes)
        }
        if grant == "refresh_token" {
            guard let token = parameters.text("refresh_token") else {
                throw GarageError.missingParameter("refresh_token")
            }
            guard let old = tokens.redeem(token, application) else { throw GarageError.invalidGrant }
            return tokenResponse(old.user, application, old.scopes)
        }
        let requestedScopes = (parameters.text("scope") ?? "").split(separator: " ").map(String.init)
        guard requestedScopes.allSatisfy({ Self.defaultScopes.contains($0) }) else { throw GarageError.invalidScope }
        let scopes = requestedScopes.isEmpty ? Self.defaultScopes : requestedScopes
        guard grant == "password" else { return tokenResponse(nil, application, scopes) }
        // Any password is valid, as in the original application.
        let email = parameters.text("username")
        guard let user = users.all.first(where: { $0.email == email }) else { throw GarageError.invalidGrant }
        return tokenResponse(user.id, application, scopes)
    }

    /// Issues a token.
    private func tokenResponse(_ user: Int?, _ application: String, _ scopes: [String]) -> LoopbackServer.Response {
        let access = tokens.issue(
            to: user, application, scopes, lifetime: options.tokenLifetime, isRefreshable: options.issuesRefreshTokens)
        var pairs: [(name: String, value: GarageValue)] = [
            ("access_token", .text(access.token)), ("token_type", .text("Bearer")),
            ("expires_in", .optional(access.lifetime)),
        ]
        if let token = access.refreshToken { pairs.append(("refresh_token", .text(token))) }
        pairs += [("scope", .text(access.scopes.joined(separator: " "))), ("created_at", .number(access.created))]
        return LoopbackServer.Response.garage(.object(pairs)).adding(.cacheControl, "no-store")
    }

    /// `GET /oauth/token/info`: gets information about a token.
    func tokenInformation(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        guard let access = request.request.credentials("bearer").flatMap(tokens.access) else {
            throw GarageError.invalidToken
        }
        return .garage(
            .object([
                ("resource_owner_id", .optional(access.user)), ("scope", .list(access.scopes.map { .text($0) })),
                ("expires_in", .optional(tokens.remainingLifetime(of: access))),
                ("application", .object([("uid", .optional(access.clientID))])),
                ("created_at", .number(access.created)),
            ]))
    }

    /// `POST /oauth/revoke`: revokes a token.
    func revokeToken(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        let parameters = try GarageParameters(request.request)
        let application = try application(of: request.request, parameters)
        guard tokens.revoke(parameters.text("token") ?? "", by: application) else {
            throw GarageError.unauthorizedClient
        }
        return .garage(.object([]))
    }

    /// Authenticates the application by its Basic credentials or the parameters in the body, and returns its client ID.
    private func application(of request: LoopbackServer.Request, _ parameters: GarageParameters) throws -> String {
        let (uid, secret) =
            request.basicCredentials.map { ($0.user, $0.password) }
            ?? (parameters.text("client_id"), parameters.text("client_secret"))
        guard let uid, let known = options.applications[uid], known == secret else { throw GarageError.invalidClient }
        return uid
    }
}
