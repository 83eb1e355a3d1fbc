import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import RillServiceTestSupport
import RillTesting
import Testing

/// Tests a session against the sample server while the clocks of both advance.
@Suite(.timeLimit(.minutes(10))) struct SampleSessionTests {
    private struct Server: Decodable, Sendable, Hashable {
        let name: String
    }

    private struct ListServers: Request {
        typealias Response = [Server]
        var path: URLPath { "/servers" }
        var parser: ResponseParser<[Server]> { .json(at: "servers") }
    }

    private let clock = ManualDate()
    private let scheduler = TestScheduler()

    /// Runs a closure with a session.
    ///
    /// `login` creates the login from the user name and the password.
    private func withSession(
        _ login: (String, Secret) -> ConoHaLogin = {
            .v3(.password(user: .name($0), password: $1), scope: .project(.id(SampleConoHa.tenantID)))
        }, _ body: (SampleConoHa, ConoHaSession) async throws -> Void
    ) async throws {
        var options = SampleConoHa.Options()
        options.now = { [clock] in clock.now }
        options.tokenLifetime = 3_600
        let sample = try SampleConoHa(options: options)
        defer { sample.stop() }
        let session = ConoHaSession(
            login(options.userName, Secret(options.password)), baseURL: sample.baseURL, margin: .seconds(60),
            scheduler: scheduler)
        try await body(sample, session)
    }

    private func advance(by seconds: Int) {
        clock.advance(by: seconds)
        scheduler.advance(by: .seconds(seconds))
    }

    private func loginCount(_ sample: SampleConoHa) -> Int { sample.server.requests.count { $0.method == .post } }

    @Test func sendsRequestsToSeveralRegions() async throws {
        try await withSession { sample, session in
            for region in [Region.tyo1, .sin1, .sjc1] {
                let servers = try await session.send(ListServers(), to: .compute, region: region).firstValue()
                #expect(servers.map(\.name) == ["web.\(region)", "mail.\(region)"])
            }
            #expect(loginCount(sample) == 1)
            let error = try await #require(throws: CatalogError.self) {
                try await session.send(ListServers(), to: .compute).firstValue()
            }
            #expect(error.code == .ambiguous)
            #expect("\(error)".hasSuffix("Available: public in sin1, public in sjc1, public in tyo1"))
        }
    }

    @Test(arguments: [true, false])
    func renewsTokenBeforeExpiration(isVersion3: Bool) async throws {
        let project = SampleConoHa.tenantID
        let login: (String, Secret) -> ConoHaLogin = { name, password in
            isVersion3
                ? .v3(.password(user: .name(name), password: password), scope: .project(.id(project)))
                : .v2(.password(userName: name, password: password), tenant: .id(project))
        }
        try await withSession(login) { sample, session in
            let first = try await session.token().firstValue()
            // One version sends fractional seconds, the other does not.
            #expect(abs(first.expiresAt.timeIntervalSince(first.issuedAt) - 3_600) < 1)
            advance(by: 3_530)
            _ = try await session.identity.tokenProjects().firstValue()
            #expect(loginCount(sample) == 1)
            advance(by: 10)
            _ = try await session.identity.tokenProjects().firstValue()
            #expect(loginCount(sample) == 2)
            #expect(try await session.token().firstValue().id != first.id)
            #expect(sample.server.requests.allSatisfy { $0.fields[.authToken] != nil || $0.method == .post })
        }
    }

    @Test func renewsOnceWhenLocalClockIsBehind() async throws {
        try await withSession { sample, session in
            _ = try await session.token().firstValue()
            // Only the service's clock advances.
            clock.advance(by: 3_601)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await session.identity.tokenProjects().firstValue().count }
                }
                for try await count in group { #expect(count == 2) }
            }
            #expect(loginCount(sample) == 2)
        }
    }

    @Test func concurrentRequestsShareOneLogin() async throws {
        try await withSession { sample, session in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        let region: Region = number.isMultiple(of: 2) ? .tyo1 : .sjc1
                        return try await session.send(ListServers(), to: .compute, region: region).firstValue().count
                    }
                }
                for try await count in group { #expect(count == 2) }
            }
            #expect(loginCount(sample) == 1)
            #expect(sample.server.requests.count == 51)
        }
    }
}
