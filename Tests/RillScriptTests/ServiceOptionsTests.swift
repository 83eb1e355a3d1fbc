import RillScript
import Testing

/// Tests of the server that the options of a service script select.
@Suite struct ServiceOptionsTests {
    /// Parses options, selects the server, and returns its base URL and the number of sample servers that were started.
    private func select(
        _ arguments: String..., live: String? = "https://a.example/api", keepsTrailingSlashes: Bool = false
    ) throws -> (baseURL: String, samples: Int) {
        var command = Command("test", "", arguments: arguments, environment: [:])
        let service = ServiceOptions(
            &command, live: live, example: "http://127.0.0.1:8080", tokenVariable: nil, baseURLHelp: "", jsonHelp: "",
            keepsTrailingSlashes: keepsTrailingSlashes)
        try command.validate()
        var samples = 0
        let server = service.selectServer {
            samples += 1
            return ("http://127.0.0.1:1", {})
        }
        server.stop()
        return (server.baseURL, samples)
    }

    @Test func startsTheSampleServerByDefault() throws {
        #expect(try select() == ("http://127.0.0.1:1", 1))
        #expect(try select("--timeout", "1") == ("http://127.0.0.1:1", 1))
    }

    @Test func liveSelectsThePublicService() throws {
        #expect(try select("--live") == ("https://a.example/api", 0))
        #expect(throws: ValidationError.self) { try select("--live", live: nil) }
    }

    @Test func baseURLSelectsAnotherServer() throws {
        #expect(try select("--base-url", "http://127.0.0.1:2/") == ("http://127.0.0.1:2", 0))
        #expect(
            try select("--base-url", "http://127.0.0.1:2/", keepsTrailingSlashes: true) == ("http://127.0.0.1:2/", 0))
        #expect(throws: ValidationError.self) { try select("--live", "--base-url", "http://127.0.0.1") }
    }
}
