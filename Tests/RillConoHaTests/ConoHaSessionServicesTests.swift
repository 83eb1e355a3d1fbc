import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

/// Tests clients of other services with a session's token, and the revocation of the token.
@Suite struct ConoHaSessionServicesTests {
    private struct ListServers: Request {
        typealias Response = [String]
        var path: URLPath { "/servers" }
        var parser: ResponseParser<[String]> { .json(at: "servers") }
    }

    private static let issue = "POST /v3/auth/tokens -"

    @Test func sendsRequestToCatalogService() {
        let cloud = StubCloud()
        let events = Events.of(cloud.session().send(ListServers(), to: .compute, region: .c3j1)).events
        cloud.scheduler.advance(by: .seconds(2))
        #expect(events.values == [["token-1"]])
        #expect(
            cloud.transport.requests.map(\.url) == [
                "https://identity.c3j1.conoha.io/v3/auth/tokens", "https://compute.c3j1.conoha.io/v2.1/servers",
            ])
    }

    @Test func serviceClientsRenewToken() throws {
        let cloud = StubCloud()
        let session = cloud.session()
        let found = Events.of(session.client(for: .compute)).events
        cloud.scheduler.advance(by: .seconds(2))
        let client = try #require(found.values.first)
        #expect(client.baseURL == "https://compute.c3j1.conoha.io/v2.1")
        cloud.revokeAll()
        let events = Events.of(client.send(ListServers())).events
        cloud.scheduler.advance(by: .seconds(2))
        #expect(events.values == [["token-2"]])
        #expect(
            cloud.log == [Self.issue, "GET /v2.1/servers token-1", Self.issue, "GET /v2.1/servers token-2"])
        #expect(Events.now(session.token()).values.first?.id == "token-2")
    }

    @Test func failsForMissingEndpoint() throws {
        let cloud = StubCloud()
        let session = cloud.session()
        let events = Events.of(session.send(ListServers(), to: .compute, region: .tyo1)).events
        cloud.scheduler.advance(by: .seconds(2))
        let error = try #require(events.all.last?.error as? CatalogError)
        #expect(error.code == .notFound)
        #expect(error.region == .tyo1)
        #expect(cloud.log == [Self.issue])
    }

    @Test func doesNotSendTokenToOtherServers() throws {
        struct Elsewhere: Request {
            typealias Response = HTTPResponse
            var baseURL: String? { "https://elsewhere.example" }
            var path: URLPath { "/" }
        }
        let cloud = StubCloud()
        let events = Events.of(cloud.session().send(Elsewhere(), to: .compute)).events
        cloud.scheduler.advance(by: .seconds(9))
        #expect(try events.failure().status == .unauthorized)
        #expect(cloud.log == [Self.issue, "GET / -"])
    }

    @Test func keepsTokenSetByRequest() throws {
        struct Other: Request {
            typealias Response = HTTPResponse
            var path: URLPath { "/servers" }
            var headerFields: HTTPFields { [.authToken: "of-another"] }
        }
        let cloud = StubCloud()
        let session = cloud.session()
        let events = Events.of(session.identity.send(Other())).events
        cloud.scheduler.advance(by: .seconds(9))
        #expect(try events.failure().status == .unauthorized)
        // The 401 does not trigger a login or a renewal.
        #expect(cloud.log == ["GET /servers of-another"])
    }

    @Test func insertsTokenAfterFollowRedirects() {
        final class Seen: @unchecked Sendable {  // guarded by `lock`
            let lock = Lock()
            var tokens: [String] = []
        }
        struct Spy: Middleware {
            let seen: Seen
            func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
                seen.lock.withLock { seen.tokens.append(request.headerFields[.authToken] ?? "-") }
                return next(request, body)
            }
        }
        let (outer, inner) = (Seen(), Seen())
        let cloud = StubCloud()
        let session = cloud.session(middleware: [Spy(seen: outer), FollowRedirects(), Spy(seen: inner)])
        _ = Events.of(session.send(ListServers(), to: .compute))
        cloud.scheduler.advance(by: .seconds(2))
        #expect(outer.tokens == ["-", "-"])
        #expect(inner.tokens == ["-", "token-1"])
    }

    // MARK: Revoking

    private func loggedIn(_ cloud: StubCloud, _ login: ConoHaLogin? = nil) -> ConoHaSession {
        let session = cloud.session(login)
        _ = Events.of(session.token())
        cloud.scheduler.advance(by: .seconds(2))
        return session
    }

    @Test func revokesTokenAndIssuesNewOne() {
        let cloud = StubCloud()
        let session = loggedIn(cloud)
        let events = Events.of(session.revoke()).events
        cloud.scheduler.advance(by: .zero)
        #expect(events.values.count == 1 && events.isCompleted)
        let revoked = cloud.transport.requests.last
        #expect(revoked.map { SentRequest($0) }?.line == "DELETE https://identity.c3j1.conoha.io/v3/auth/tokens")
        #expect(revoked?.headerFields[.authToken] == "token-1")
        #expect(revoked?.headerFields[.subjectToken] == "token-1")
        let again = Events.of(session.revoke()).events
        #expect(again.isCompleted)
        #expect(cloud.log.count == 2)
        let token = Events.of(session.token()).events
        cloud.scheduler.advance(by: .seconds(2))
        #expect(token.values.map(\.id) == ["token-2"])
    }

    @Test func revokeWithoutTokenSendsNothing() {
        let cloud = StubCloud()
        #expect(Events.now(cloud.session().revoke()).values.count == 1)
        #expect(cloud.log.isEmpty)
    }

    @Test func treatsInvalidTokenAsRevoked() {
        let cloud = StubCloud()
        let session = loggedIn(cloud)
        cloud.revokeAll()
        let events = Events.of(session.revoke()).events
        cloud.scheduler.advance(by: .seconds(9))
        #expect(events.isCompleted)
        #expect(cloud.log == [Self.issue, "DELETE /v3/auth/tokens token-1"])
    }

    @Test(arguments: [
        StubTransport.Response.json("{}", status: .badGateway),
        .text("<html>", type: "text/html", status: .notFound), .fail(TransportError(.couldNotConnect)),
    ])
    func keepsTokenWhenRevocationFails(response: StubTransport.Response) throws {
        let cloud = StubCloud()
        let session = loggedIn(cloud)
        cloud.setRevocationResponse(response)
        let events = Events.of(session.revoke()).events
        cloud.scheduler.advance(by: .seconds(9))
        _ = try events.failure()
        #expect(Events.now(session.token()).values.map(\.id) == ["token-1"])
    }

    @Test func discardsVersion2TokenWithoutRequest() {
        let cloud = StubCloud()
        let session = loggedIn(cloud, .v2(.password(userName: "u", password: StubCloud.password)))
        #expect(Events.now(session.revoke()).isCompleted)
        #expect(cloud.log == ["POST /v2.0/tokens -"])
        let token = Events.of(session.token()).events
        cloud.scheduler.advance(by: .seconds(2))
        #expect(token.values.map(\.id) == ["token-2"])
    }
}
