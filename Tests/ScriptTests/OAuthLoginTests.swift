import Foundation
import RillHTTP
import RillHTTPTesting
import RillOAuth
import RillSampleServices
import RillTestSupport
import Testing

/// Tests of the output, the command line and the errors of `oauth-login`.
@Suite(.timeLimit(.minutes(10))) struct OAuthLoginTests {
    private let script = Script(name: "oauth-login")
    private let files: TemporaryFiles
    private let path: String

    init() throws {
        files = try TemporaryFiles()
        path = files.path("token.json")
    }

    private func storedToken() throws -> OAuthToken {
        try JSONDecoder().decode(OAuthToken.self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// Obtains a token of the sample server for a user.
    private func token(of sample: SampleOAuth) async throws -> OAuthToken {
        let client = OAuth(
            try await OAuthServer.discover(sample.baseURL).firstValue(), clientID: "sample-application",
            authentication: .basic(secret: "sample-secret"))
        return try await client.token(.password(username: "bob", password: "sample-password")).firstValue()
    }

    @Test func signsInAtSampleServer() async throws {
        let outcome = try await script.run(["--file", path, "--scope", "read write"])
        outcome.expect(
            status: 0, output: .begins("signed in, expires 2"),
            errors: .contains("oauth-login: open http://127.0.0.1:"), .contains("code_challenge_method=S256"),
            .ends("oauth-login: stored the token in \(path)\n"))
        let token = try storedToken()
        #expect(token.scopes == ["read", "write"])
        for secret in [token.accessToken, try #require(token.refreshToken)] {
            outcome.expect(output: .omits(secret), errors: .omits(secret))
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: [["--device"], ["--client-credentials"]])
    func obtainsTokenWithOtherGrants(arguments: [String]) async throws {
        // The secret of another server is not sent to the sample server.
        let environment = ["OAUTH_CLIENT_SECRET": "plan7ed"]
        let outcome = try await script.run(["--file", path, "--json"] + arguments, environment: environment)
        outcome.expect(status: 0, lineCount: 1, output: .contains(#""file":"\#(path)""#))
        let token = try storedToken().accessToken
        #expect(!outcome.output.contains(token))
        #expect(outcome.errors.contains("/device and enter ") == (arguments == ["--device"]))
        #expect(outcome.errors.contains("or open http://127.0.0.1:") == (arguments == ["--device"]))
        #expect(outcome.errors.contains("/device?user_code=") == (arguments == ["--device"]))
    }

    @Test func printsTokenOnRequest() async throws {
        let outcome = try await script.run(["--file", path, "--client-credentials", "--print-token"])
        let token = try storedToken().accessToken
        #expect(outcome.output == "\(token)\n")
    }

    @Test func refreshRenewsStoredToken() async throws {
        var options = SampleOAuth.Options()
        options.tokenLifetime = 0
        let sample = try SampleOAuth(options: options)
        defer { sample.stop() }
        let arguments = ["--base-url", sample.baseURL, "--file", path, "--client-id", "sample-application"]
        let environment = ["OAUTH_CLIENT_SECRET": "sample-secret"]
        let token = try await token(of: sample)
        try await OAuthTokenFile(path: path).save(token).firstValue()
        let outcome = try await script.run(arguments + ["--refresh"], environment: environment)
        #expect(outcome.status == 0)
        #expect(try storedToken().accessToken != token.accessToken)
        // The server no longer accepts the first refresh token.
        try await OAuthTokenFile(path: path).save(token).firstValue()
        let failure = try await script.run(arguments + ["--refresh"], environment: environment)
        failure.expect(
            status: 1, errors: .contains("the refresh token is expired, revoked or already used. Sign in again"),
            .omits(token.refreshToken ?? ""))
    }

    /// Verifies that two processes use the refresh token of one file once.
    @Test func twoProcessesRenewOnce() async throws {
        let sample = try SampleOAuth()
        defer { sample.stop() }
        var token = try await token(of: sample)
        token.createdAt = Date(timeIntervalSinceNow: -10_000)
        try await OAuthTokenFile(path: path).save(token).firstValue()
        let arguments = [
            "--base-url", sample.baseURL, "--file", path, "--client-id", "sample-application", "--refresh",
            "--print-token",
        ]
        let outcomes = try await withThrowingTaskGroup(of: Script.Outcome.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    try await script.run(arguments, environment: ["OAUTH_CLIENT_SECRET": "sample-secret"])
                }
            }
            return try await group.reduce(into: [Script.Outcome]()) { $0.append($1) }
        }
        let renewed = try storedToken()
        #expect(renewed.accessToken != token.accessToken)
        #expect(outcomes.map(\.status) == [0, 0])
        #expect(outcomes.map(\.output) == Array(repeating: "\(renewed.accessToken)\n", count: 2))
        #expect(sample.server.requests.filter { $0.path == "/token" }.count == 2)
    }

    @Test func validTokenIsNotStoredAgain() async throws {
        let sample = try SampleOAuth()
        defer { sample.stop() }
        let token = OAuthToken(accessToken: "a")
        try await OAuthTokenFile(path: path).save(token).firstValue()
        let outcome = try await script.run(
            ["--base-url", sample.baseURL, "--file", path, "--client-id", "sample-program", "--refresh"])
        outcome.expect(status: 0, errors: .omits("stored the token"))
    }

    /// Verifies that the sample server does not replace the token of a real sign-in.
    @Test func sampleTokenIsStoredInTemporaryFile() async throws {
        let outcome = try await script.run(["--client-credentials"])
        #expect(outcome.status == 0)
        let note = try #require(outcome.errors.split(separator: "\n").last { $0.contains("stored the token in ") })
        let stored = String(note.split(separator: " ").last ?? "")
        #expect(stored.hasPrefix("/") && stored.contains("/oauth-login-"))
        try FileManager.default.removeItem(at: URL(filePath: stored).deletingLastPathComponent())
    }

    @Test func missingFolderFailsBeforeSignIn() async throws {
        let outcome = try await script.run(["--file", files.path("missing/token.json")])
        outcome.expect(
            status: 1, errors: .contains("Use a folder that exists and is writable"), .omits(" in a browser"))
    }

    /// Verifies that the issuer is not changed, because it must be equal to the one in the document.
    @Test func trailingSlashOfIssuerIsKept() async throws {
        let server = try LoopbackServer { request in
            let base = "http://\(request.fields[.host] ?? "")"
            return request.method == .get
                ? .json(#"{"issuer":"\#(base)/","token_endpoint":"\#(base)/token"}"#)
                : .json(#"{"access_token":"acce55"}"#)
        }
        defer { server.stop() }
        let outcome = try await script.run(
            ["--base-url", "\(server.baseURL)/", "--client-id", "a", "--client-credentials", "--file", path],
            environment: ["OAUTH_CLIENT_SECRET": "plan7ed"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try storedToken().accessToken == "acce55")
    }

    @Test(arguments: [
        (#"["client_secret_post","private_key_jwt"]"#, true),
        (#"["client_secret_post","client_secret_basic"]"#, false), (#"["private_key_jwt"]"#, false), ("null", false),
    ])
    func secretIsSentWithTheMethodOfTheServer(methods: String, isInBody: Bool) async throws {
        let server = try LoopbackServer { request in
            let base = "http://\(request.fields[.host] ?? "")"
            let document = #"{"issuer":"\#(base)","token_endpoint":"\#(base)/token""#
            return request.method == .get
                ? .json(#"\#(document),"token_endpoint_auth_methods_supported":\#(methods)}"#)
                : .json(#"{"access_token":"acce55"}"#)
        }
        defer { server.stop() }
        let outcome = try await script.run(
            ["--base-url", server.baseURL, "--client-id", "a", "--client-credentials", "--file", path],
            environment: ["OAUTH_CLIENT_SECRET": "plan7ed"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let request = try #require(server.requests.last)
        #expect(request.fields.contains(.authorization) == !isInBody)
        #expect(request.bodyText.contains("client_secret=plan7ed") == isInBody)
        #expect(!outcome.errors.contains("plan7ed"))
    }

    @Test func controlCWhileWaitingForRedirectTerminatesTheScript() async throws {
        let sample = try SampleOAuth()
        defer { sample.stop() }
        let errors = Pipe()
        let outcome = try await script.run(
            ["--base-url", sample.baseURL, "--client-id", "sample-program", "--file", path],
            errors: errors.fileHandleForWriting
        ) { process in
            var text = ""
            while !text.contains(" in a browser on this computer\n") {
                let data = errors.fileHandleForReading.availableData
                try #require(!data.isEmpty, "the script closed its standard error after \(text)")
                text += String(decoding: data, as: UTF8.self)
            }
            process.interrupt()
        }
        #expect(outcome.status == SIGINT && outcome.isKilled)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func damagedFileFails() async throws {
        try files.write(Array("plan7ed".utf8), to: "token.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let sample = try SampleOAuth()
        defer { sample.stop() }
        let outcome = try await script.run(
            ["--base-url", sample.baseURL, "--client-id", "sample-program", "--file", path, "--refresh"])
        outcome.expect(status: 1, errors: .contains("Remove the file and sign in again"), .omits("plan7ed"))
    }

    @Test(arguments: [
        (["--device", "--client-credentials"], "--device"),
        (["--refresh"], "--refresh requires --base-url"),
        (["--refresh", "--scope", "a"], "--refresh and --scope cannot be combined"),
        (["--client-id", "a"], "--client-id requires --base-url"),
        (["--base-url", "http://127.0.0.1:1"], "--base-url requires --client-id"),
        (
            ["--base-url", "http://127.0.0.1:1", "--client-id", "a", "--client-credentials"],
            "--client-credentials requires the variable OAUTH_CLIENT_SECRET"
        ), (["--token", "a"], "unknown option --token"), (["hidden"], ""),
    ])
    func rejectsInvalidArguments(arguments: [String], message: String) async throws {
        let outcome = try await script.run(arguments + ["--file", path])
        outcome.expect(status: 64, output: "", errors: .begins("oauth-login: \(message)"))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func printsHelp() async throws {
        try await script.expectHelp(containing: [
            "--base-url <url>", "--device", "--print-token", "OAUTH_CLIENT_SECRET",
        ])
    }

    @Test func controlCTerminatesTheScript() async throws {
        var options = SampleOAuth.Options()
        options.asksUser = true
        let sample = try SampleOAuth(options: options)
        defer { sample.stop() }
        let outcome = try await script.run(
            ["--base-url", sample.baseURL, "--client-id", "sample-program", "--file", path]
        ) { process in
            try await sample.server.waitForRequests(1)
            process.interrupt()
        }
        #expect(outcome.status == SIGINT && outcome.isKilled)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
