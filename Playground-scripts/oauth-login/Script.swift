import Foundation
import RillOAuth
import RillSampleServices
import RillScript

/// The main program.
enum Script {
    /// The JSON output.
    private struct Result: Encodable {
        let file: String
        let scopes: [String]
        let expiresAt: Date?
        let accessToken: String?
    }

    static func run(_ arguments: Arguments) async throws {
        let server = try arguments.service.selectServer {
            var options = SampleOAuth.Options()
            options.pollInterval = 1
            let sample = try SampleOAuth(options: options)
            return (sample.baseURL, sample.stop)
        }
        defer { server.stop() }
        let path = try arguments.path ?? defaultPath(arguments)
        let file = OAuthTokenFile(path: path)
        try await withSignalCancellation {
            let oauth = try await client(arguments, server.baseURL)
            let stored = try await stored(in: file, arguments)
            let token = try await token(arguments, oauth, file).firstValue()
            if arguments.grant != .refresh { try await file.save(token).firstValue() }
            if token != stored { Output.note("stored the token in \(path)") }
            try write(token, path, arguments)
        }
    }

    /// Returns the default path of the token file.
    private static func defaultPath(_ arguments: Arguments) throws -> String {
        guard arguments.service.isSample else { return "oauth-token.json" }
        let folder = FileManager.default.temporaryDirectory.appending(path: "oauth-login-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        return folder.appending(path: "oauth-token.json").path(percentEncoded: false)
    }

    /// Returns the stored token for a renewal, or checks that a token can be stored.
    private static func stored(in file: OAuthTokenFile, _ arguments: Arguments) async throws -> OAuthToken? {
        if arguments.grant == .refresh { return try await file.load().firstValue() }
        try await file.checkWriting().firstValue()
        return nil
    }

    private static func client(_ arguments: Arguments, _ issuer: String) async throws -> OAuth {
        let timeout = arguments.service.timeout ?? .seconds(60)
        let isSampleClient = arguments.service.isSample && arguments.grant == .clientCredentials
        let sampleSecret = isSampleClient ? "sample-secret" : nil
        let secret = arguments.service.isSample ? sampleSecret : arguments.clientSecret
        let sampleID = isSampleClient ? "sample-application" : "sample-program"
        let server = try await OAuthServer.discover(issuer, timeout: timeout).firstValue()
        return OAuth(
            server, clientID: arguments.clientID ?? sampleID,
            authentication: secret.map { authentication(secret: $0, server) } ?? .none, timeout: timeout)
    }

    /// Returns Basic authentication, or a secret in the request body if the server supports only that.
    private static func authentication(secret: String, _ server: OAuthServer) -> OAuthClientAuthentication {
        let methods = server.authenticationMethods ?? ["client_secret_basic"]
        let isInBody = methods.contains("client_secret_post") && !methods.contains("client_secret_basic")
        return isInBody ? .body(secret: secret) : .basic(secret: secret)
    }

    /// Requests a token with the selected grant, or renews the stored token.
    private static func token(_ arguments: Arguments, _ oauth: OAuth, _ file: OAuthTokenFile) -> Observable<OAuthToken>
    {
        let browser = arguments.service.isSample ? SampleBrowser() : nil
        return switch arguments.grant {
        case .browser:
            oauth.signIn(scopes: arguments.scopes) { url in
                Output.note("open \(url) in a browser on this computer")
                browser?.open(url)
            }
        case .deviceCode:
            oauth.signInWithDeviceCode(scopes: arguments.scopes) { code in
                Output.note("open \(code.verificationURI) and enter \(code.userCode)")
                if let complete = code.verificationURIComplete {
                    Output.note("or open \(complete) and check the code")
                }
                browser?.open("\(code.verificationURI)?user_code=\(code.userCode)&decision=approve")
            }
        case .clientCredentials: oauth.token(.clientCredentials(scopes: arguments.scopes))
        case .refresh: OAuthCredentials(oauth, file: file).valid()
        }
    }

    private static func write(_ token: OAuthToken, _ path: String, _ arguments: Arguments) throws {
        let expiration = token.expiresAt?.formatted(.iso8601)
        let text =
            arguments.printsToken
            ? "\(token.accessToken)\n" : "signed in, expires \(expiration ?? "at an unknown time")\n"
        try Output.write(
            Result(
                file: path, scopes: token.scopes, expiresAt: token.expiresAt,
                accessToken: arguments.printsToken ? token.accessToken : nil), asJSON: arguments.service.isJSON,
            text: text)
    }
}
