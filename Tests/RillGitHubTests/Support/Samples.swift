import Rill
import RillGitHub
import RillHTTP
import RillSampleServices
import Testing

/// Runs a closure with a new sample server.
func withSample<Result>(
    _ options: SampleGitHub.Options = .init(), token: String? = nil,
    transport: any Transport = makeDefaultTransport(), middleware: [any Middleware] = [],
    _ body: (SampleGitHub, GitHubClient) async throws -> Result
) async throws -> Result {
    let sample = try SampleGitHub(options: options)
    defer { sample.stop() }
    let client = GitHubClient(
        token: token, baseURL: sample.baseURL, transport: transport, middleware: middleware,
        timeout: .seconds(60))
    return try await body(sample, client)
}
