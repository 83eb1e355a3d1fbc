// Requests with an expired token share a single refresh, and are sent again with the new token.
import RillHTTPTesting

struct Tokens: Codable, Sendable {
    let accessToken: String
    let refreshToken: String
}

let server = try LoopbackServer { request in
    switch (request.path, request.fields["Authorization"]) {
    case ("/token", _): .json(#"{"accessToken": "new", "refreshToken": "next"}"#)
    case (let path, "Bearer new"): .json("\"the content of \(path)\"")
    default: .status(.unauthorized)
    }
}

// The refresh uses a client without authentication, so that it does not wait for itself.
let plain = Client(baseURL: server.baseURL)
let saved = Tokens(accessToken: "expired", refreshToken: "first")
let tokens = CredentialRefresher(saved) { old in
    plain.send(Endpoint<Tokens>("/token", method: .post, body: .form(["refresh_token": old.refreshToken])))
}

let client = Client(
    baseURL: server.baseURL,
    middleware: [Authentication.bearer(tokens, for: server.baseURL) { $0.accessToken }])

let pages = try await Observable.from(1...4)
    .flatMap { number in client.send(Endpoint<String>("/pages/\(number)")) }
    .collected()
for page in pages.sorted() { print(page) }

let refreshes = server.requests.filter { $0.path == "/token" }
print("refreshes: \(refreshes.map(\.bodyText))")
print("the new refresh token: \(tokens.credential?.refreshToken ?? "none")")
server.stop()
