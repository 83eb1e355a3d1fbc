internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// The answers of Doorkeeper, which gives out the tokens.
struct GarageOAuthEndpoints: Sendable {
    let options: SampleGarage.Options
    let store: GarageStore
    let tokens: GarageTokens

    private static let scopes: Set<String> = ["public", "write_post"]

    /// `POST /oauth/token`: gives out a token.
    func token(_ request: RoutedRequest) throws(GarageRefusal) -> LoopbackServer.Response {
        let parameters = try GarageParameters(request.request)
        guard let grant = parameters.text("grant_type"), !grant.isEmpty else { throw .missingParameter("grant_type") }
        guard ["password", "client_credentials", "refresh_token"].contains(grant) else { throw .unsupportedGrantType }
        let application = try application(of: request.request, parameters)
        if grant == "refresh_token" {
            guard let token = parameters.text("refresh_token") else { throw .missingParameter("refresh_token") }
            guard let old = tokens.redeem(token, application: application) else { throw .invalidGrant }
            return answer(tokens.issue(to: old.userID, application: application, scopes: old.scopes))
        }
        let asked = (parameters.text("scope") ?? "").split(separator: " ").map(String.init)
        guard asked.allSatisfy({ Self.scopes.contains($0) }) else { throw .invalidScope }
        let scopes = asked.isEmpty ? options.defaultScopes : asked
        guard grant == "password" else {
            return answer(tokens.issue(to: nil, application: application, scopes: scopes))
        }
        // Any password will do, as in the original.
        guard let user = store.user(email: parameters.text("username") ?? "") else { throw .invalidGrant }
        return answer(tokens.issue(to: user.id, application: application, scopes: scopes))
    }

    private func answer(_ access: GarageTokens.Access) -> LoopbackServer.Response {
        var pairs: [(name: String, value: GarageValue)] = [
            ("access_token", .text(access.token)), ("token_type", .text("Bearer")),
            ("expires_in", .optional(access.lifetime)),
        ]
        if let token = access.refreshToken { pairs.append(("refresh_token", .text(token))) }
        pairs += [("scope", .text(access.scopes.joined(separator: " "))), ("created_at", .number(access.created))]
        return LoopbackServer.Response.garage(.object(pairs)).adding(.cacheControl, "no-store")
    }

    /// `GET /oauth/token/info`: tells about a token.
    func info(_ request: RoutedRequest) throws(GarageRefusal) -> LoopbackServer.Response {
        let parts = (request.request.fields[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer", let access = tokens.access(String(parts[1])) else {
            throw .invalidToken
        }
        let rest = access.rest(at: tokens.second)
        return .garage(
            .object([
                ("resource_owner_id", .optional(access.userID)), ("scope", .list(access.scopes.map { .text($0) })),
                ("expires_in", .optional(rest)), ("application", .object([("uid", .optional(access.applicationUID))])),
                ("created_at", .number(access.created)),
            ]))
    }

    /// `POST /oauth/revoke`: ends a token.
    func revoke(_ request: RoutedRequest) throws(GarageRefusal) -> LoopbackServer.Response {
        let parameters = try GarageParameters(request.request)
        _ = try application(of: request.request, parameters)
        tokens.revoke(parameters.text("token") ?? "")
        return .garage(.object([]))
    }

    /// The application that asks, by its Basic credentials or by those in the body.
    private func application(
        of request: LoopbackServer.Request, _ parameters: GarageParameters
    ) throws(GarageRefusal) -> String {
        var uid = parameters.text("client_id")
        var secret = parameters.text("client_secret")
        let parts = (request.fields[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        if parts.count == 2, parts[0].lowercased() == "basic", let data = Data(base64Encoded: String(parts[1])) {
            let pair = String(decoding: data, as: UTF8.self)
                .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            uid = pair.first.map(String.init)
            secret = pair.dropFirst().first.map(String.init)
        }
        guard let uid, let known = options.applications[uid], known == secret else { throw .invalidClient }
        return uid
    }
}
