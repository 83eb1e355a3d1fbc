import Foundation
import Rill
import RillHTTP
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
        let file = OAuthTokenFile(path: arguments.path)
        try await withSignalCancellation {
            let oauth = try await client(arguments, server.baseURL)
            let token = try await token(arguments, oauth, file).firstValue()
            if arguments.grant != .refresh { try await file.save(token).firstValue() }
            try write(token, arguments)
        }
    }

    private static func client(_ arguments: Arguments, _ issuer: String) async throws -> OAuth {
        let timeout = arguments.service.timeout ?? .seconds(60)
        let isSampleClient = arguments.service.isSample && arguments.grant == .clientCredentials
        let secret = isSampleClient ? "sample-secret" : arguments.clientSecret
        let sampleID = isSampleClient ? "sample-application" : "sample-program"
        return OAuth(
            try await OAuthServer.discover(issuer, timeout: timeout).firstValue(),
            clientID: arguments.clientID ?? sampleID, authentication: secret.map { .basic(secret: $0) } ?? .none,
            timeout: timeout)
    }

    /// Returns the token of the selected grant.
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
                browser?.open("\(code.verificationURI)?user_code=\(code.userCode)&decision=approve")
            }
        case .clientCredentials: oauth.token(.clientCredentials(scopes: arguments.scopes))
        case .refresh: OAuthCredentials(oauth, file: file).valid()
        }
    }

    private static func write(_ token: OAuthToken, _ arguments: Arguments) throws {
        let expiration = token.expiresAt?.formatted(.iso8601)
        Output.note("stored the token in \(arguments.path)")
        let text =
            arguments.printsToken
            ? "\(token.accessToken)\n" : "signed in, expires \(expiration ?? "at an unknown time")\n"
        try Output.write(
            Result(
                file: arguments.path, scopes: token.scopes, expiresAt: token.expiresAt,
                accessToken: arguments.printsToken ? token.accessToken : nil), asJSON: arguments.service.isJSON,
            text: text)
    }
}
