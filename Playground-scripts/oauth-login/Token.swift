import Foundation
import RillOAuth
import RillScript

/// The JSON output.
private struct Result: Encodable {
    let file: String
    let scopes: [String]
    let expiresAt: Date?
    let accessToken: String?
}

/// Returns the default path of the token file.
func defaultPath() throws -> String {
    guard service.isSample else { return "oauth-token.json" }
    let folder = FileManager.default.temporaryDirectory.appending(path: "oauth-login-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    return folder.appending(path: "oauth-token.json").path(percentEncoded: false)
}

/// Returns the stored token for a renewal, or checks that a token can be stored.
func stored(in file: OAuthTokenFile) async throws -> OAuthToken? {
    if grant == .refresh { return try await file.load().firstValue() }
    try await file.checkWriting().firstValue()
    return nil
}

/// Returns the client of an authorization server.
func client(_ issuer: String) async throws -> OAuth {
    let timeout = service.timeout ?? .seconds(60)
    let isSampleClient = service.isSample && grant == .clientCredentials
    let sampleSecret = isSampleClient ? "sample-secret" : nil
    let secret = service.isSample ? sampleSecret : clientSecret
    let sampleID = isSampleClient ? "sample-application" : "sample-program"
    let server = try await OAuthServer.discover(issuer, timeout: timeout).firstValue()
    return OAuth(
        server, clientID: clientID ?? sampleID,
        authentication: secret.map { authentication(secret: $0, server) } ?? .none, timeout: timeout)
}

/// Returns Basic authentication, or a secret in the request body if the server supports only that.
func authentication(secret: String, _ server: OAuthServer) -> OAuthClientAuthentication {
    let methods = server.authenticationMethods ?? ["client_secret_basic"]
    let isInBody = methods.contains("client_secret_post") && !methods.contains("client_secret_basic")
    return isInBody ? .body(secret: secret) : .basic(secret: secret)
}

/// Requests a token with the selected grant, or renews the stored token.
func token(_ oauth: OAuth, _ file: OAuthTokenFile) -> Observable<OAuthToken> {
    let browser = service.isSample ? SampleBrowser() : nil
    return switch grant {
    case .browser:
        oauth.signIn(scopes: scopes) { url in
            Output.note("open \(url) in a browser on this computer")
            browser?.open(url)
        }
    case .deviceCode:
        oauth.signInWithDeviceCode(scopes: scopes) { code in
            Output.note("open \(code.verificationURI) and enter \(code.userCode)")
            if let complete = code.verificationURIComplete {
                Output.note("or open \(complete) and check the code")
            }
            browser?.open("\(code.verificationURI)?user_code=\(code.userCode)&decision=approve")
        }
    case .clientCredentials: oauth.token(.clientCredentials(scopes: scopes))
    case .refresh: OAuthCredentials(oauth, file: file).valid()
    }
}

/// Writes the access token, or the properties of the token.
func write(_ token: OAuthToken, _ path: String) throws {
    let expiration = token.expiresAt?.formatted(.iso8601)
    let text =
        printsToken
        ? "\(token.accessToken)\n" : "signed in, expires \(expiration ?? "at an unknown time")\n"
    try Output.write(
        Result(
            file: path, scopes: token.scopes, expiresAt: token.expiresAt,
            accessToken: printsToken ? token.accessToken : nil), asJSON: service.isJSON,
        text: text)
}
