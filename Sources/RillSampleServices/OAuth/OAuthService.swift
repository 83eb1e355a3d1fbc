internal import Foundation
internal import RillHTTPTesting

/// The endpoints of a sample authorization server.
struct OAuthService: Sendable {
    /// The identifier of the client without a secret.
    private static let publicClient = "sample-program"

    private let options: SampleOAuth.Options
    private let codes = AuthorizationCodes()
    private let devices: OAuthDeviceCodes
    private let tokens: AccessTokens<String>

    init(options: SampleOAuth.Options) {
        self.options = options
        devices = OAuthDeviceCodes(options: options)
        tokens = AccessTokens(now: options.now)
    }

    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        let form = OAuthForm(request)
        return switch (request.method, request.path) {
        case (.get, "/.well-known/oauth-authorization-server"), (.get, "/.well-known/openid-configuration"):
            .json(metadata(request.serverURL))
        case (.get, "/authorize"): authorize(request)
        case (.get, "/device"): decide(request)
        case (.get, "/userinfo"): userInfo(request)
        case (.post, "/token"): authenticated(form) { token(form, $0) }
        case (.post, "/device_authorization"):
            authenticated(form) { devices.response(clientID: $0, scopes: form.scopes, issuer: request.serverURL) }
        case (.post, "/revoke"):
            authenticated(form) {
                tokens.revoke(form["token"] ?? "", by: $0) ? .status(.ok) : .oauthError("unauthorized_client")
            }
        default: .status(.notFound)
        }
    }

    /// Returns whether an access token is valid.
    func accepts(_ accessToken: String) -> Bool { tokens.access(accessToken) != nil }

    /// Calls a closure with the client identifier of an authenticated client.
    private func authenticated(
        _ form: OAuthForm, _ body: (String) -> LoopbackServer.Response
    ) -> LoopbackServer.Response {
        guard let (id, secret) = form.client,
            secret.map({ options.secrets[id] == $0 }) ?? (id == Self.publicClient)
        else { return .oauthError("invalid_client", status: .unauthorized) }
        return body(id)
    }

    // MARK: Authorization code

    private func authorize(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        let id = request.queryItem("client_id") ?? ""
        guard id == Self.publicClient || options.secrets[id] != nil,
            let uri = request.queryItem("redirect_uri"), AuthorizationCodes.isLoopback(uri)
        else { return .text("The client or the redirect URI is unknown.", status: .badRequest) }
        let state = request.queryItem("state")
        let challenge = request.queryItem("code_challenge")
        func reject(_ error: QueryItems) -> LoopbackServer.Response {
            AuthorizationCodes.redirect(uri, error + ["state": state, "iss": request.serverURL])
        }
        guard request.queryItem("response_type") == "code",
            challenge != nil && request.queryItem("code_challenge_method") == "S256" || options.secrets[id] != nil
        else { return reject(["error": "invalid_request"]) }
        switch request.queryItem("decision") {
        case nil where options.asksUser: return .decisionPage(request.target)
        case nil, "approve":
            let scopes = request.words("scope")
            return codes.redirect(
                AuthorizationCodes.Grant(
                    clientID: id, redirectURI: uri, challenge: challenge, scopes: scopes,
                    expires: options.now() + 60), state: state, issuer: request.serverURL)
        default: return reject(["error": "access_denied", "error_description": "The user said no."])
        }
    }

    // MARK: Token

    private func token(_ form: OAuthForm, _ id: String) -> LoopbackServer.Response {
        switch form["grant_type"] {
        case "authorization_code":
            let grant = codes.redeem(
                form["code"] ?? "", clientID: id, redirectURI: form["redirect_uri"] ?? "",
                verifier: form["code_verifier"], now: options.now())
            return grant.map { issue(id, user: "bob", $0.scopes) } ?? .oauthError("invalid_grant")
        case "urn:ietf:params:oauth:grant-type:device_code":
            return devices.poll(form["device_code"] ?? "", clientID: id) { issue(id, user: "bob", $0) }
        case "client_credentials":
            guard options.secrets[id] != nil else { return .oauthError("unauthorized_client") }
            return issue(id, user: nil, form.scopes)
        case "refresh_token":
            let old = tokens.redeem(form["refresh_token"] ?? "", id)
            return old.map { issue(id, user: $0.user, $0.scopes) } ?? .oauthError("invalid_grant")
        case "password":
            guard let name = form["username"], let password = form["password"], options.passwords[name] == password
            else { return .oauthError("invalid_grant") }
            return issue(id, user: name, form.scopes)
        case nil: return .oauthError("invalid_request")
        default: return .oauthError("unsupported_grant_type")
        }
    }

    // MARK: Pages

    /// Issues a token.
    ///
    /// Only the tokens of users have a refresh token.
    private func issue(_ clientID: String, user: String?, _ scopes: [String]) -> LoopbackServer.Response {
        let access = tokens.issue(
            to: user, clientID, scopes, lifetime: options.tokenLifetime, isRefreshable: user != nil)
        let object: JSONValue = [
            "access_token": .string(access.token), "token_type": "Bearer",
            "expires_in": .integer(options.tokenLifetime),
            "scope": .string(scopes.joined(separator: " ")),
        ]
        return LoopbackServer.Response.json(object.adding("refresh_token", access.refreshToken.map { .string($0) }))
            .adding(.cacheControl, "no-store")
    }

    private func decide(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        let code = request.queryItem("user_code") ?? ""
        guard let decision = request.queryItem("decision") else { return .decisionPage(request.target) }
        return devices.decide(code, isApproved: decision == "approve")
            ? .text("You can close this page.") : .text("The code is unknown.", status: .badRequest)
    }

    private func userInfo(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        guard let access = request.credentials("bearer").flatMap(tokens.access) else {
            return LoopbackServer.Response.oauthError("invalid_token", status: .unauthorized)
                .adding(.wwwAuthenticate, "Bearer error=\"invalid_token\"")
        }
        return .json([
            "sub": .optional(access.user ?? access.clientID), "scope": .string(access.scopes.joined(separator: " ")),
        ])
    }

    /// The metadata of the server (RFC 8414).
    private func metadata(_ issuer: String) -> JSONValue {
        [
            "issuer": .string(issuer), "authorization_endpoint": "\(issuer)/authorize",
            "token_endpoint": "\(issuer)/token", "revocation_endpoint": "\(issuer)/revoke",
            "device_authorization_endpoint": "\(issuer)/device_authorization",
            "authorization_response_iss_parameter_supported": true, "code_challenge_methods_supported": ["S256"],
        ]
    }
}
