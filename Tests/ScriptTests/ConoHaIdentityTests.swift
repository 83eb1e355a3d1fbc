import Foundation
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import Testing

/// What `conoha-identity` prints, how it is called and how it fails.
@Suite(.timeLimit(.minutes(2))) struct ConoHaIdentityTests {
    private let script = Script(name: "conoha-identity")
    private let account = ["CONOHA_USERNAME": "gncu00000001", "CONOHA_PASSWORD": "sample-password"]

    @Test func printsTheCatalogWithoutAnyArgument() async throws {
        let outcome = try await script.run(environment: ["COLUMNS": "120"])
        #expect(outcome.status == 0)
        #expect(outcome.lines.first?.split(separator: " ") == ["Type", "Region", "Interface", "URL"])
        #expect(outcome.lines.contains { $0.hasPrefix("compute ") && $0.contains("http") })
        #expect(outcome.errors.contains("asking the sample service in this process, http://127.0.0.1:"))
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
    func namesTheRegionsOfTheCatalogWhenItLacksTheRegion(arguments: [String]) async throws {
        let outcome = try await script.run(["--region", "osa9", "catalog"] + arguments)
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("conoha-identity: the catalog has no service in the region osa9, only in "))
        #expect(outcome.errors.contains("tyo1"))
        #expect(!outcome.errors.contains("project"))
    }

    @Test func saysThatATokenWithoutAProjectHasNoCatalog() async throws {
        let sample = try SampleConoHa()
        defer { sample.stop() }
        let outcome = try await script.run(
            ["--base-url", sample.baseURL, "--region", "osa9", "catalog"], environment: account)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("the catalog is empty: log in for a project, with --tenant or --project"))
    }

    /// Its success is the status 300.
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
        #expect(outcome.output.hasPrefix("logged in as "))
        #expect(outcome.output.contains("for the project \(SampleConoHa.tenantID), with "))
        let json = try await script.run(
            ["--base-url", sample.baseURL, "login", "--json"] + arguments, environment: account)
        #expect(json.status == 0)
        #expect(json.output.contains(#""services":0"#))
    }

    @Test func takesTheProjectOfTheLineFirst() async throws {
        let server = try LoopbackServer { _ in .status(.serviceUnavailable) }
        defer { server.stop() }
        let outcome = try await script.run(
            ["--base-url", server.baseURL, "--project", "other", "login"],
            environment: account.merging(["CONOHA_TENANT_ID": "of-the-environment", "CONOHA_DOMAIN": ""]) { $1 })
        #expect(outcome.status == 1)
        let body = try #require(server.requests.first?.bodyText)
        #expect(body.contains(#""name":"other""#))
        #expect(!body.contains("of-the-environment") && !body.contains("domain"))
    }

    @Test func hidesThePasswordThatIsWrong() async throws {
        let sample = try SampleConoHa()
        defer { sample.stop() }
        let outcome = try await script.run(
            ["--base-url", sample.baseURL, "login"],
            environment: ["CONOHA_USERNAME": "gncu00000001", "CONOHA_PASSWORD": "s3cret-w0rd"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("failed with status 401"))
        #expect(!outcome.errors.contains("s3cret"))
    }

    @Test(arguments: [
        (["--nonsense"], "there is no option --nonsense"), (["--token", "hidden"], "there is no option --token"),
        (["hidden"], "what to do is versions, login or catalog: one of them"),
        (["--tenant", "1", "--project", "p"], "--tenant and --project exclude each other"),
        (["versions", "login"], "what to do is versions, login or catalog: one of them"),
        (["--region", "TYO.1/x"], "--region needs small letters and digits"),
        (["--region", "Hidden-hidden"], "--region needs small letters and digits, c3j1 for example\n"),
        (["--base-url", "http://127.0.0.1:1", "login"], "nobody knows who asks: name the user"),
        (["--base-url", "http://127.0.0.1:1", "--user", "me"], "there is no password"),
        (["--live", "--base-url", "http://127.0.0.1"], "--live and --base-url exclude each other"),
    ])
    func refusesWrongUsage(arguments: [String], message: String) async throws {
        let outcome = try await script.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("conoha-identity: \(message)"))
        #expect(!outcome.errors.contains("hidden"))
    }

    @Test func printsHelp() async throws {
        let outcome = try await script.run(["--help"])
        #expect(outcome.status == 0)
        for option in ["--live", "--base-url URL", "CONOHA_PASSWORD", "--tenant ID", "--v2", "--json", "catalog"] {
            #expect(outcome.output.contains(option))
        }
    }

    @Test func endsWithControlC() async throws {
        let server = try LoopbackServer { _ in .stall }
        defer { server.stop() }
        let outcome = try await script.run(["versions", "--base-url", server.baseURL]) { process in
            try await server.waitForRequests(1)
            process.interrupt()
        }
        #expect(outcome.status == 130)
        #expect(outcome.output.isEmpty)
    }
}
