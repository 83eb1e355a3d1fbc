internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// The parameters and the client credentials of a form-encoded request.
struct OAuthForm: Sendable {
    /// The client identifier and the secret, or `nil` if the request contains no client.
    let client: (id: String, secret: String?)?

    private var values: [String: String] = [:]

    init(_ request: LoopbackServer.Request) {
        for (name, value) in PercentEncoding.pairs(request.bodyText) { values[name] = value ?? "" }
        let words = (request.fields[.authorization] ?? "").split(separator: " ")
        if words.count == 2, words[0].lowercased() == "basic", let data = Data(base64Encoded: String(words[1])) {
            let parts = String(decoding: data, as: UTF8.self)
                .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                .map { PercentEncoding.decode($0, plusIsSpace: true) }
            client = parts.count == 2 ? (parts[0], parts[1]) : nil
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
            encoding: ["error": code, "error_description": "The sample server rejected the request: \(code)."],
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
