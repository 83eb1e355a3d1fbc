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
}

/// A custom request that accepts any response.
struct CustomRequest: Request {
    typealias Response = HTTPResponse
    var method = HTTPRequest.Method.get
    var path: URLPath
    var headerFields: HTTPFields = [:]
    var body: HTTPBody?
}
