internal import RillHTTPTesting

/// The parameters and the client credentials of a form-encoded request.
struct OAuthForm: Sendable {
    /// The client identifier and the secret, or `nil` if the request contains no client.
    let client: (id: String, secret: String?)?

    private var values: [String: String] = [:]

    init(_ request: LoopbackServer.Request) {
        for (name, value) in PercentEncoding.pairs(request.bodyText) { values[name] = value ?? "" }
        if let (user, password) = request.basicCredentials {
            let decode = { (text: String) in PercentEncoding.decode(text, plusIsSpace: true) }
            client = password.map { (decode(user), decode($0)) }
        } else {
            client = values["client_id"].map { [values] in ($0, values["client_secret"]) }
        }
    }

    subscript(name: String) -> String? { values[name] }

    var scopes: [String] { (values["scope"] ?? "").split(separator: " ").map(String.init) }
}

extension LoopbackServer.Response {
    /// Creates an error response.
    static func oauthError(_ code: String, status: HTTPResponse.Status = .badRequest) -> Self {
        .json(
            ["error": .string(code), "error_description": "The sample server rejected the request: \(code)."],
            status: status)
    }

    /// Creates a page with links that add a decision to the query.
    static func decisionPage(_ target: String) -> Self {
        let target = target.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
        let links = ["approve", "deny"].map { "<a href=\"\(target)&amp;decision=\($0)\">\($0)</a>" }
        return .data(
            Array("<!DOCTYPE html><title>Sign in</title><p>\(links.joined(separator: " "))</p>\n".utf8),
            type: "text/html; charset=utf-8")
    }
}
