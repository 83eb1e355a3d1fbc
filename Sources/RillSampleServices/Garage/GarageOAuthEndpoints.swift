internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// The OAuth endpoints of Doorkeeper.
struct GarageOAuthEndpoints: Sendable {
    let options: SampleGarage.Options
    let store: GarageStore
    let tokens: GarageTokens
    private let codes = AuthorizationCodes()

    init(options: SampleGarage.Options, store: GarageStore, tokens: GarageTokens) {
        self.options = options
        self.store = store
        self.tokens = tokens
    }

    private static let scopes: Set<String> = ["public", "write_post"]

    /// `GET /oauth/authorize`: redirects with a code for the first user, as if this user had approved the request.
    func authorize(_ request: RoutedRequest) -> LoopbackServer.Response {
        guard let id = request.queryItem("client_id"), options.applications[id] != nil,
            let uri = request.queryItem("redirect_uri"), AuthorizationCodes.isLoopback(uri),
            request.queryItem("response_type") == "code"
        else { return .text("The client or the redirect URI is unknown.", status: .badRequest) }
        let state = request.queryItem("state")
        let scopes = request.request.words("scope")
        guard scopes.allSatisfy({ Self.scopes.contains($0) }) else {
            return AuthorizationCodes.redirect(uri, ["error": "invalid_scope", "state": state])
        }
        let grant = AuthorizationCodes.Grant(
            clientID: id, redirectURI: uri, challenge: request.queryItem("code_challenge"),
            scopes: scopes.isEmpty ? GarageTokens.defaultScopes : scopes, expires: options.now() + 600)
        return codes.redirect(grant, state: state)
    }

    /// `POST /oauth/token`: issues a token.
    func token(_ request: RoutedRequest) throws -> LoopbackServer.Response {
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
            return tokenResponse(tokens.issue(to: 1, application: application, scopes: grant.scopes))
        }
        if grant == "refresh_token" {
            guard let token = parameters.text("refresh_token") else {
                throw GarageError.missingParameter("refresh_token")
            }
            guard let old = tokens.redeem(token, application: application) else { throw GarageError.invalidGrant }
            return tokenResponse(tokens.issue(to: old.userID, application: application, scopes: old.scopes))
        }
        let requestedScopes = (parameters.text("scope") ?? "").split(separator: " ").map(String.init)
        guard requestedScopes.allSatisfy({ Self.scopes.contains($0) }) else { throw GarageError.invalidScope }
        let scopes = requestedScopes.isEmpty ? GarageTokens.defaultScopes : requestedScopes
        guard grant == "password" else {
            return tokenResponse(tokens.issue(to: nil, application: application, scopes: scopes))
        }
        // Any password is valid, as in the original application.
        guard let user = store.user(email: parameters.text("username") ?? "") else { throw GarageError.invalidGrant }
        return tokenResponse(tokens.issue(to: user.id, application: application, scopes: scopes))
    }

    private func tokenResponse(_ access: GarageTokens.Access) -> LoopbackServer.Response {
        var pairs: [(name: String, value: GarageValue)] = [
            ("access_token", .text(access.token)), ("token_type", .text("Bearer")),
            ("expires_in", .optional(access.lifetime)),
        ]
        if let token = access.refreshToken { pairs.append(("refresh_token", .text(token))) }
        pairs += [("scope", .text(access.scopes.joined(separator: " "))), ("created_at", .number(access.created))]
        return LoopbackServer.Response.garage(.object(pairs)).adding(.cacheControl, "no-store")
    }

    /// `GET /oauth/token/info`: gets information about a token.
    func info(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        guard let access = request.request.credentials("bearer").flatMap(tokens.access) else {
            throw GarageError.invalidToken
        }
        let remaining = access.remainingLifetime(at: tokens.currentSecond)
        return .garage(
            .object([
                ("resource_owner_id", .optional(access.userID)), ("scope", .list(access.scopes.map { .text($0) })),
                ("expires_in", .optional(remaining)),
                ("application", .object([("uid", .optional(access.applicationUID))])),
                ("created_at", .number(access.created)),
            ]))
    }

    /// `POST /oauth/revoke`: revokes a token.
    func revoke(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        let parameters = try GarageParameters(request.request)
        _ = try application(of: request.request, parameters)
        tokens.revoke(parameters.text("token") ?? "")
        return .garage(.object([]))
    }

    /// Authenticates the application by its Basic credentials or the parameters in the body, and returns its client ID.
    private func application(
        of request: LoopbackServer.Request, _ parameters: GarageParameters
    ) throws -> String {
        let (uid, secret) =
            request.basicCredentials.map { ($0.user, $0.password) }
            ?? (parameters.text("client_id"), parameters.text("client_secret"))
        guard let uid, let known = options.applications[uid], known == secret else { throw GarageError.invalidClient }
        return uid
    }
}
