import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import Testing

/// A running sample server and its clients over the real transport.
struct SampleContext {
    let sample: SampleGarage

    /// Runs a closure with a sample server and stops the server afterward.
    static func run<Result>(
        _ options: SampleGarage.Options = .init(), _ body: (SampleContext) async throws -> Result
    ) async throws -> Result {
        let sample = try SampleGarage(options: options)
        defer { sample.stop() }
        return try await body(SampleContext(sample: sample))
    }

    /// A client with the token of the first user.
    var client: GarageClient { client(token: "sample-token") }

    var example: GarageExample { GarageExample(client) }

    func client(token: String?) -> GarageClient {
        GarageClient(endpoint: sample.baseURL, accessToken: token, timeout: .seconds(60))
    }

    func oauth(id: String = "sample-application", secret: String = "sample-secret") -> GarageOAuth {
        GarageOAuth(endpoint: sample.baseURL, clientID: id, clientSecret: secret)
    }

    /// The request targets received by the server.
    var targets: [String] { sample.server.requests.map(\.target) }
}
