import Foundation
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import Testing

/// Tests of the output, the command line and the errors of `conoha-identity`.
@Suite(.timeLimit(.minutes(10))) struct ConoHaIdentityTests {
    private let script = Script(name: "conoha-identity")
    private let account = ["CONOHA_USERNAME": "gncu00000001", "CONOHA_PASSWORD": "sample-password"]

    @Test func printsTheCatalogWithoutArguments() async throws {
        let outcome = try await script.run(environment: ["COLUMNS": "120"])
        #expect(outcome.status == 0)
        #expect(outcome.lines.first?.split(separator: " ") == ["Type", "Region", "Interface", "URL"])
        #expect(outcome.lines.contains { $0.hasPrefix("compute ") && $0.contains("http") })
        #expect(outcome.errors.contains("using the in-process sample server at http://127.0.0.1:"))
    }

    @Test func printsTheCatalogOfOneRegion() async throws {
        struct Row: Decodable {
            let type: String
            let region: String?
            let url: String
        }
        let outcome = try await script.run(["--json", "--region", "tyo1", "catalog", "--v2"])
        #expect(outcome.status == 0)
        let rows = try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
        #expect(!rows.isEmpty)
        #expect(rows.allSatisfy { $0.region == "tyo1" })
    }

    @Test(arguments: [[], ["--v2"]])
    func listsAvailableRegionsWhenTheRegionHasNoServices(arguments: [String]) async throws {
        let outcome = try await script.run(["--region", "osa9", "catalog"] + arguments)
        outcome.expect(
            status: 0, output: "", errors: .contains("conoha-identity: no services in region osa9: the catalog has "),
            .contains("tyo1"), .omits("project"))
    }

    @Test func emptyCatalogSuggestsSpecifyingAProject() async throws {
        let sample = try SampleConoHa()
        defer { sample.stop() }
        let outcome = try await script.run(
            ["--base-url", sample.baseURL, "--region", "osa9", "catalog"], environment: account)
        outcome.expect(
            status: 0, errors: .contains("the catalog is empty: specify a project with --tenant or --project"))
    }

    /// The service lists its versions with status 300.
    @Test func printsTheVersions() async throws {
        let outcome = try await script.run(["versions"])
        #expect(outcome.status == 0)
        #expect(outcome.lines.first?.split(separator: " ") == ["Version", "Status", "Updated"])
        #expect(outcome.lines.contains { $0.hasPrefix("v2.0 ") })
        let json = try await script.run(["versions", "--json"])
        #expect(json.output.contains(#""id":"v2.0""#))
    }

    @Test(arguments: [[], ["--v2"]])
    func logsIn(arguments: [String]) async throws {
        let sample = try SampleConoHa()
        defer { sample.stop() }
        let outcome = try await script.run(
            ["--base-url", sample.baseURL, "--tenant", SampleConoHa.tenantID, "login"] + arguments,
            environment: account)
        #expect(outcome.status == 0)
        #expect(
            outcome.lines.first?.hasPrefix("logged in as gncu00000001 for project \(SampleConoHa.tenantName) with ")
                == true, "\(outcome.output)")
        let json = try await script.run(
            ["--base-url", sample.baseURL, "login", "--json"] + arguments, environment: account)
        json.expect(
            status: 0, output: .contains(#""services":0"#), .contains(#""user_name":"gncu00000001""#),
            .contains(#""user_id":"\#(SampleConoHa.userID)""#))
    }

    @Test func projectOptionOverridesTheEnvironment() async throws {
        let server = try LoopbackServer { _ in .status(.serviceUnavailable) }
        defer { server.stop() }
        let outcome = try await script.run(
            ["--base-url", server.baseURL, "--project", "other", "login"],
            environment: account.merging(["CONOHA_TENANT_ID": "from-environment", "CONOHA_DOMAIN": ""]) { $1 })
        #expect(outcome.status == 1)
        let body = try #require(server.requests.first?.bodyText)
        #expect(body.contains(#""name":"other""#))
        #expect(!body.contains("from-environment") && !body.contains("domain"))
    }

    @Test func errorsDoNotContainThePassword() async throws {
        let sample = try SampleConoHa()
        defer { sample.stop() }
        let outcome = try await script.run(
            ["--base-url", sample.baseURL, "login"],
            environment: ["CONOHA_USERNAME": "gncu00000001", "CONOHA_PASSWORD": "s3cret-w0rd"])
        outcome.expect(status: 1, errors: .contains("failed with status 401"), .omits("s3cret"))
    }

    @Test(arguments: [
        (["--nonsense"], "unknown option --nonsense"), (["--token", "hidden"], "unknown option --token"),
        (["hidden"], "unknown subcommand: expected versions, login or catalog"),
        (["--tenant", "1", "--project", "p"], "--tenant and --project cannot be combined"),
        (["versions", "login"], "argument 2 is unexpected"),
        (["--region", "TYO.1/x"], "--region: expected lowercase letters and digits"),
        (["--region", "Hidden-hidden"], "--region: expected lowercase letters and digits, such as c3j1\n"),
        (["--base-url", "http://127.0.0.1:1", "login"], "missing user name: set --user or CONOHA_USERNAME"),
        (["--base-url", "http://127.0.0.1:1", "--user", "me"], "missing password: set CONOHA_PASSWORD"),
        (["--live", "--base-url", "http://127.0.0.1"], "--live and --base-url cannot be combined"),
    ])
    func rejectsInvalidArguments(arguments: [String], message: String) async throws {
        try await script.expectUsageError(arguments, containing: "conoha-identity: \(message)")
    }

    @Test func printsHelp() async throws {
        try await script.expectHelp(containing: [
            "--live", "--base-url <url>", "CONOHA_PASSWORD", "--tenant <id>", "--v2", "--json", "catalog",
        ])
    }

    @Test func controlCTerminatesTheScript() async throws {
        try await script.expectTerminationByControlC(["versions"])
    }
}
