import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillServiceTestSupport
import Testing

/// A sample or real service under test, with the credentials of a user.
struct Cloud: Sendable {
    let url: String
    let userName: String
    let password: Secret

    /// The domain of the user and the project, or `nil` if the service requires none.
    var domain: DomainReference?

    /// A project in which the user has a role.
    var project: ProjectReference

    /// The region of the identity service in the catalog.
    var region = Region.tyo1

    var client: ConoHaClient { ConoHaClient(baseURL: url, timeout: .seconds(60)) }

    var user: UserReference { .name(userName, domain: domain) }

    var identity: Identity { .password(user: user, password: password) }

    var login: ConoHaLogin { .v3(identity, scope: .project(project)) }

    /// Returns a token scoped to the project, and a client that uses it.
    func loggedIn() async throws -> (token: Token, client: ConoHaClient) {
        let token = try await client.token(identity, scope: .project(project)).firstValue()
        return (token, client.with(token: token.id))
    }

    /// Returns the service's error response to a request.
    func serviceError<Element>(
        of stream: Observable<Element>, _ location: SourceLocation = #_sourceLocation
    ) async throws -> ConoHaError {
        let error = try await failure(of: stream, location)
        #expect(error.stage == .status, sourceLocation: location)
        let serviceError = try #require(error.conoHa, "\(error)", sourceLocation: location)
        #expect(error.status?.code == serviceError.code, sourceLocation: location)
        // Every response has a request ID, and the error includes it.
        #expect(serviceError.requestID?.hasPrefix("req-") == true, sourceLocation: location)
        #expect("\(error)".contains(serviceError.requestID ?? "-"), sourceLocation: location)
        return serviceError
    }

    /// Verifies that the service responds to each request with an error that has the code.
    func expectErrors<each Element>(
        _ code: Int, of stream: repeat Observable<each Element>, at location: SourceLocation = #_sourceLocation
    ) async throws {
        var codes: [Int] = []
        repeat codes.append(try await serviceError(of: each stream, location).code)
        #expect(codes == Array(repeating: code, count: codes.count), sourceLocation: location)
    }
}

/// A custom request that accepts any response.
struct CustomRequest: Request {
    typealias Response = HTTPResponse
    var method = HTTPRequest.Method.get
    var path: URLPath
    var headerFields: HTTPFields = [:]
    var body: HTTPBody?
}

/// A test that every service must pass.
struct CloudCheck: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (Cloud) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (Cloud) async throws -> Void) {
        testDescription = name
        self.run = run
    }

    /// The tests that also use names with domains.
    static let withDomains = [
        CloudCheck("returns versions") { try await $0.returnsVersions() },
        CloudCheck("issues an unscoped token") { try await $0.issuesUnscopedToken() },
        CloudCheck("issues a project-scoped token") { try await $0.issuesProjectScopedToken() },
        CloudCheck("rejects invalid credentials") { try await $0.rejectsInvalidCredentials() },
        CloudCheck("manages a session") { try await $0.managesSession() },
    ]

    /// The tests that users and administrators pass.
    static let ofAllUsers = [
        CloudCheck("validates tokens") { try await $0.validatesToken() },
        CloudCheck("returns the user") { try await $0.returnsUser() },
    ]

    static let all =
        withDomains + ofAllUsers + [
            CloudCheck("issues a token by user ID") { try await $0.issuesTokenByUserID() },
            CloudCheck("issues a token from a token") { try await $0.issuesTokenFromToken() },
            CloudCheck("revokes tokens") { try await $0.revokesToken() },
            CloudCheck("reports malformed requests") { try await $0.reportsMalformedRequests() },
            CloudCheck("returns the catalog") { try await $0.returnsCatalog() },
            CloudCheck("returns the projects of the token") { try await $0.returnsTokenProjects() },
            CloudCheck("manages EC2 credentials") { try await $0.managesEC2Credentials() },
            CloudCheck("session fails with a wrong password") { try await $0.sessionFailsWithWrongPassword() },
        ]
}
