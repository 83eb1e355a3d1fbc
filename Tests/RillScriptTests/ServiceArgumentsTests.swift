import RillScript
import Testing

/// Tests of the server that the options of a service script select.
@Suite struct ServiceArgumentsTests {
    /// Parses options, selects the server, and returns its base URL and the number of sample servers that were started.
    private func select(
        _ arguments: String..., live: String?, keepsTrailingSlashes: Bool = false
    ) throws -> (baseURL: String, samples: Int) {
        var service = ServiceArguments(
            live: "https://a.example/api", example: "http://127.0.0.1:8080", tokenVariable: nil,
            keepsTrailingSlashes: keepsTrailingSlashes)
        let configuration = CommandConfiguration(
            "test", abstract: "", groups: [service.serverOptions(baseURLHelp: "")])
        var reader = ArgumentReader(arguments, configuration: configuration)
        while let option = try reader.nextOption() { try service.parse(option, from: &reader) }
        if let live { service.live = live }
        try service.applyEnvironment([:])
        var samples = 0
        let server = service.selectServer {
            samples += 1
            return ("http://127.0.0.1:1", {})
        }
        server.stop()
        return (server.baseURL, samples)
    }

    @Test func startsTheSampleServerByDefault() throws {
        #expect(try select(live: nil) == ("http://127.0.0.1:1", 1))
        #expect(try select("--timeout", "1", live: "https://b.example") == ("http://127.0.0.1:1", 1))
    }

    @Test func liveUsesBaseURLSetByAnotherOption() throws {
        #expect(try select("--live", live: nil) == ("https://a.example/api", 0))
        #expect(try select("--live", live: "https://b.example") == ("https://b.example", 0))
    }

    @Test func baseURLSelectsAnotherServer() throws {
        #expect(try select("--base-url", "http://127.0.0.1:2/", live: nil) == ("http://127.0.0.1:2", 0))
        #expect(
            try select("--base-url", "http://127.0.0.1:2/", live: nil, keepsTrailingSlashes: true)
                == ("http://127.0.0.1:2/", 0))
        #expect(throws: ValidationError.self) { try select("--live", "--base-url", "http://127.0.0.1", live: nil) }
    }
}
