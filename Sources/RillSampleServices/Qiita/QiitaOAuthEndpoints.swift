internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// The endpoints that authorize applications, and that issue and revoke access tokens.
struct QiitaOAuthEndpoints: Sendable {
    let context: QiitaContext
    let options: SampleQiita.Options
    let tokens: QiitaTokens
    private let codes = AuthorizationCodes()

    private static let scopes: Set<String> = ["read_qiita", "write_qiita", "read_qiita_team", "write_qiita_team"]

    init(context: QiitaContext, options: SampleQiita.Options, tokens: QiitaTokens) {
        self.context = context
        self.options = options
        self.tokens = tokens
    }

    func add(to router: inout Router, at root: String) {
        router.get(root + "/oauth/authorize", authorize)
        router.on(.post, root + "/access_tokens", issue)
        router.on(.delete, root + "/access_tokens/{token}") { request in
            tokens.revoke(request.parameter("token")) ? .status(.noContent) : QiitaErrorResponse.notFound.response
        }
    }

    /// Redirects with a code, as if the user had approved the request.
    private func authorize(_ request: RoutedRequest) -> LoopbackServer.Response {
        let scopes = (request.queryItem("scope") ?? "").split(separator: " ").map(String.init)
        guard let id = request.queryItem("client_id"), options.applications[id] != nil, !scopes.isEmpty,
            Self.scopes.isSuperset(of: scopes)
        else { return QiitaErrorResponse.badRequest("Bad request").response }
        let grant = AuthorizationCodes.Grant(
            clientID: id, redirectURI: options.redirectURL, challenge: nil, scopes: scopes,
            expires: options.now() + 600)
        return codes.redirect(grant, state: request.queryItem("state"))
    }

    private struct TokenRequest: Decodable {
        let clientID: String
        let clientSecret: String
        let code: String

        private enum CodingKeys: String, CodingKey {
            case clientID = "client_id"
            case clientSecret = "client_secret"
            case code
        }
    }

    private struct AccessToken: Encodable {
        let clientID: String
        let scopes: [String]
        let token: String

        private enum CodingKeys: String, CodingKey {
            case clientID = "client_id"
            case scopes, token
        }
    }

    private func issue(_ request: RoutedRequest) -> LoopbackServer.Response {
        guard let body = context.body(request, as: TokenRequest.self) else {
            return QiitaErrorResponse.badRequest("Bad request").response
        }
        guard options.applications[body.clientID] == body.clientSecret,
            let grant = codes.redeem(
                body.code, clientID: body.clientID, redirectURI: options.redirectURL, verifier: nil,
                now: options.now())
        else { return QiitaErrorResponse.forbidden.response }
        return .json(
            encoding: AccessToken(clientID: grant.clientID, scopes: grant.scopes, token: tokens.issue()),
            status: .created)
    }
}
