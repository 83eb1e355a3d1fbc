import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillQiita
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests OAuth over the real transport against the sample server.
@Suite(.timeLimit(.minutes(10))) struct SampleQiitaOAuthTests {
    private func withSample(
        secret: String = "sample-secret", _ body: (SampleQiita, QiitaOAuth) async throws -> Void
    ) async throws {
        let sample = try SampleQiita()
        defer { sample.stop() }
        try await body(
            sample,
            QiitaOAuth(
                clientID: "sample-application", clientSecret: secret, baseURL: sample.baseURL, timeout: .seconds(60)))
    }

    /// A request for the page on which the user authorizes the application.
    private struct Authorize: Request {
        typealias Response = HTTPResponse
        let url: String
        var baseURL: String? { url }
        var path: URLPath { "" }
        var parser: ResponseParser<HTTPResponse> { .head }

        func accepts(_ status: HTTPResponse.Status) -> Bool { status == .found }
    }

    /// Returns the code in the redirect to the application.
    private func code(_ oauth: QiitaOAuth, scopes: [String]) async throws -> String {
        let request = Authorize(url: oauth.authorizationURL(scopes: scopes, state: "state of 1 & 2"))
        let head = try await Client(baseURL: request.url).send(request).firstValue()
        let redirect = try #require(URLComponents(string: head.headerFields[.location] ?? ""))
        #expect(redirect.string?.hasPrefix("http://127.0.0.1/callback?") == true)
        let items = redirect.queryItems ?? []
        #expect(items.first { $0.name == "state" }?.value == "state of 1 & 2")
        return try #require(items.first { $0.name == "code" }?.value)
    }

    @Test func issuedTokenIsValidUntilRevoked() async throws {
        try await withSample { sample, oauth async throws in
            let code = try await code(oauth, scopes: ["read_qiita", "write_qiita"])
            let token = try await oauth.token(code: code).firstValue()
            #expect(token.scopes == ["read_qiita", "write_qiita"])
            let client = QiitaClient(token: token.accessToken, baseURL: sample.baseURL, timeout: .seconds(60))
            #expect(try await client.authenticatedUser().firstValue().user.id == SampleQiita.userID)
            try await oauth.revoke(token.accessToken).firstValue()
            #expect(try await failure(of: client.authenticatedUser()).status == .unauthorized)
            #expect(try await failure(of: oauth.revoke(token.accessToken)).qiita?.type == .notFound)
            // A code can be used once.
            let error = try await failure(of: oauth.token(code: code))
            #expect(error.qiita?.type == .forbidden && !"\(error)".contains(code))
        }
    }

    @Test func wrongSecretIsRejected() async throws {
        try await withSample(secret: "wr0ng-secret") { _, oauth async throws in
            let code = try await code(oauth, scopes: ["read_qiita"])
            let error = try await failure(of: oauth.token(code: code))
            #expect(error.qiita?.type == .forbidden && !"\(error)".contains("wr0ng"))
        }
    }

    @Test(arguments: [[], ["read_all"]])
    func unknownScopesAreRejected(scopes: [String]) async throws {
        try await withSample { _, oauth async throws in
            let request = Authorize(url: oauth.authorizationURL(scopes: scopes, state: "s"))
            #expect(try await failure(of: Client(baseURL: request.url).send(request)).status == .badRequest)
        }
    }
}
