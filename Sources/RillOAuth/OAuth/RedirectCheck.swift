internal import Foundation
internal import RillHTTP

/// The requirements for the redirect of a browser to the loopback port of a sign-in.
struct RedirectCheck: Sendable {
    /// The result of a request to the port.
    enum Outcome {
        /// The request is not the redirect, and the sign-in continues to wait.
        case rejected(HTTPResponse.Status, String)
        /// The redirect contains an authorization code, or an error.
        case accepted(Result<String, OAuthSignInError>)
    }

    /// The redirect URI, whose host and port the redirect must name.
    ///
    /// A page whose host name resolves to this address (DNS rebinding) sends another `Host`.
    let uri: RedirectURI
    let state: String
    let issuer: String?
    /// Whether the server declares that its redirects contain the issuer.
    var requiresIssuer = false

    /// Returns the result of a request.
    ///
    /// - Parameter head: The request line and the header fields, without the empty line.
    func outcome(of head: String) -> Outcome {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
            return .rejected(.badRequest, "This is not an HTTP request.")
        }
        let hosts = lines.dropFirst().compactMap { line -> String? in
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == "host" else { return nil }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        guard hosts == [uri.authority] else { return .rejected(.badRequest, "The request is for another host.") }
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard target[0] == uri.requestPath else { return .rejected(.notFound, "There is no page at this address.") }
        guard words[0] == "GET" else { return .rejected(.methodNotAllowed, "Only GET requests are supported.") }
        return outcome(ofQuery: target.count > 1 ? target[1] : "")
    }

    private func outcome(ofQuery query: Substring) -> Outcome {
        var items: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let sides = pair.replacing("+", with: " ")
                .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.removingPercentEncoding ?? String($0) }
            guard items.updateValue(sides.count > 1 ? sides[1] : "", forKey: sides[0]) == nil else {
                return .rejected(.badRequest, "A parameter is repeated.")
            }
        }
        guard let state = items["state"], isEqual(state, self.state) else {
            return .rejected(.badRequest, "The sign-in was not started by this program, or is already finished.")
        }
        if items["iss"].map({ issuer != nil && issuer != $0 }) ?? requiresIssuer {
            let problem =
                items["iss"] == nil
                ? "the redirect does not name its issuer, but redirectsContainIssuer requires it"
                : "the redirect came from another authorization server. Sign in again"
            return .accepted(.failure(OAuthSignInError(.invalidRedirect, problem)))
        }
        if let code = items["error"], !code.isEmpty {
            // No encoding changes the characters of the state.
            let error = OAuthError(
                code: code, message: items["error_description"], uri: items["error_uri"], status: nil
            ) { $0.replacing(state, with: "<redacted>") }
            let (reason, problem): (OAuthSignInError.Reason, String) =
                error.code == .accessDenied
                ? (.denied, "the user or the server denied access")
                : (.invalidRedirect, "the authorization server redirected with an error")
            return .accepted(.failure(OAuthSignInError(reason, problem, oauth: error)))
        }
        guard let code = items["code"], !code.isEmpty else {
            return .rejected(.badRequest, "The parameter code is missing.")
        }
        return .accepted(.success(code))
    }

    /// Compares texts in a time that does not depend on the position of the first difference.
    private func isEqual(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
