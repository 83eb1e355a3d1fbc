import ConoHa
import Foundation
import Rill
import RillHTTP
import ServiceTestSupport
import Testing

/// A service that tests run against, the sample or a real one, and who may log in to it.
struct Cloud: Sendable {
    let url: String
    let userName: String
    let password: Secret

    /// What the user and the project belong to; nil where the service does not want to know.
    var domain: DomainReference?

    /// The project that the user has a role in.
    var project: ProjectReference

    /// Where the catalog has the identity service.
    var region = Region.tyo1

    var client: ConoHaClient { ConoHaClient(baseURL: url, timeout: .seconds(60)) }

    var user: UserReference { .name(userName, domain: domain) }

    var identity: Identity { .password(user: user, password: password) }

    var login: ConoHaLogin { .v3(identity, scope: .project(project)) }

    /// A token for the project, and a client with it.
    func loggedIn() async throws -> (token: Token, client: ConoHaClient) {
        let token = try await client.token(identity, scope: .project(project)).firstValue()
        return (token, client.with(token: token.id))
    }

    /// What the service says when it refuses.
    func refusal<Element>(
        of stream: Observable<Element>, _ location: SourceLocation = #_sourceLocation
    ) async throws -> ConoHaError {
        let error = try await failure(of: stream, location)
        #expect(error.stage == .status, sourceLocation: location)
        let refusal = try #require(error.conoHa, "\(error)", sourceLocation: location)
        #expect(error.status?.code == refusal.code, sourceLocation: location)
        // Every answer has a number, and the error tells it.
        #expect(refusal.requestID?.hasPrefix("req-") == true, sourceLocation: location)
        #expect("\(error)".contains(refusal.requestID ?? "-"), sourceLocation: location)
        return refusal
    }
}

/// Anything that a test wants to send, with any answer.
struct Raw: Request {
    typealias Response = HTTPResponse
    var method = HTTPRequest.Method.get
    var path: URLPath
    var headerFields: HTTPFields = [:]
    var body: HTTPBody?
}
