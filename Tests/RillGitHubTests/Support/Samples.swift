import Foundation
import Rill
import RillGitHub
import RillHTTP
import RillSampleServices
import Synchronization
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

/// A clock that is advanced manually.
final class Clock: Sendable {
    private let seconds = Atomic(1_790_000_000)

    var now: Date { Date(timeIntervalSince1970: TimeInterval(seconds.load(ordering: .acquiring))) }

    func advance(by count: Int) {
        seconds.add(count, ordering: .releasing)
    }
}
