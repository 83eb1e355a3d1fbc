import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
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
        let recorder = Recorder(cloud.session().send(ListServers(), to: .compute, region: .c3j1))
        cloud.scheduler.advance(by: .seconds(2))
        #expect(recorder.values == [["token-1"]])
        #expect(
            cloud.transport.requests.map(\.url) == [
                "https://identity.c3j1.conoha.io/v3/auth/tokens", "https://compute.c3j1.conoha.io/v2.1/servers",
            ])
    }

    @Test func serviceClientsRenewToken() throws {
        let cloud = StubCloud()
        let session = cloud.session()
        let found = Recorder(session.client(for: .compute))
        cloud.scheduler.advance(by: .seconds(2))
        let client = try #require(found.values.first)
        #expect(client.baseURL == "https://compute.c3j1.conoha.io/v2.1")
        cloud.revokeAll()
        let recorder = Recorder(client.send(ListServers()))
        cloud.scheduler.advance(by: .seconds(2))
        #expect(recorder.values == [["token-2"]])
        #expect(
            cloud.log == [Self.issue, "GET /v2.1/servers token-1", Self.issue, "GET /v2.1/servers token-2"])
        #expect(Recorder(session.token()).values.first?.id == "token-2")
    }

    @Test func failsForMissingEndpoint() throws {
        let cloud = StubCloud()
        let session = cloud.session()
        let recorder = Recorder(session.send(ListServers(), to: .compute, region: .tyo1))
        cloud.scheduler.advance(by: .seconds(2))
        let error = try #require(recorder.events.last?.error as? CatalogError)
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
        let recorder = Recorder(cloud.session().send(Elsewhere(), to: .compute))
        cloud.scheduler.advance(by: .seconds(9))
        #expect(try recorder.failure().status == .unauthorized)
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
        let recorder = Recorder(session.identity.send(Other()))
        cloud.scheduler.advance(by: .seconds(9))
        #expect(try recorder.failure().status == .unauthorized)
        // The 401 does not trigger a login or a renewal.
        #expect(cloud.log == ["GET /servers of-another"])
    }

    @Test func insertsTokenAfterFollowRedirects() {
        struct Spy: Middleware {
            let tokens = Log<String>()
            func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
                tokens.append(request.headerFields[.authToken] ?? "-")
                return next(request, body)
            }
        }
        let (outer, inner) = (Spy(), Spy())
        let cloud = StubCloud()
        let session = cloud.session(middleware: [outer, FollowRedirects(), inner])
        _ = Recorder(session.send(ListServers(), to: .compute))
        cloud.scheduler.advance(by: .seconds(2))
        #expect(outer.tokens.entries == ["-", "-"])
        #expect(inner.tokens.entries == ["-", "token-1"])
    }

    // MARK: Revoking

    private func loggedIn(_ cloud: StubCloud, _ login: ConoHaLogin? = nil) -> ConoHaSession {
        let session = cloud.session(login)
        _ = Recorder(session.token())
        cloud.scheduler.advance(by: .seconds(2))
        return session
    }

    @Test func revokesTokenAndIssuesNewOne() {
        let cloud = StubCloud()
        let session = loggedIn(cloud)
        let recorder = Recorder(session.revoke())
        cloud.scheduler.advance(by: .zero)
        #expect(recorder.values.count == 1 && recorder.isCompleted)
        let revoked = cloud.transport.requests.last
        #expect(revoked.map { SentRequest($0) }?.line == "DELETE https://identity.c3j1.conoha.io/v3/auth/tokens")
        #expect(revoked?.headerFields[.authToken] == "token-1")
        #expect(revoked?.headerFields[.subjectToken] == "token-1")
        let again = Recorder(session.revoke())
        #expect(again.isCompleted)
        #expect(cloud.log.count == 2)
        let token = Recorder(session.token())
        cloud.scheduler.advance(by: .seconds(2))
        #expect(token.values.map(\.id) == ["token-2"])
    }

    @Test func revokeWithoutTokenSendsNothing() {
        let cloud = StubCloud()
        #expect(Recorder(cloud.session().revoke()).values.count == 1)
        #expect(cloud.log.isEmpty)
    }

    @Test func treatsInvalidTokenAsRevoked() {
        let cloud = StubCloud()
        let session = loggedIn(cloud)
        cloud.revokeAll()
        let recorder = Recorder(session.revoke())
        cloud.scheduler.advance(by: .seconds(9))
        #expect(recorder.isCompleted)
        #expect(cloud.log == [Self.issue, "DELETE /v3/auth/tokens token-1"])
    }

    @Test(arguments: [
        StubTransport.Response.json("{}", status: .badGateway),
        .text("<html>", type: "text/html", status: .notFound),
        .json(#"{"fault":{"message":"no route"}}"#, status: .notFound),
        .json(#"{"fault":{"code":404,"message":"no route"}}"#, status: .notFound),
        .json(#"{"error":{"message":"no route"}}"#, status: .notFound),
        .json(#"{"message":"no route"}"#, status: .notFound), .fail(TransportError(.couldNotConnect)),
    ])
    func keepsTokenWhenRevocationFails(response: StubTransport.Response) throws {
        let cloud = StubCloud()
        let session = loggedIn(cloud)
        cloud.setRevocationResponse(response)
        let recorder = Recorder(session.revoke())
        cloud.scheduler.advance(by: .seconds(9))
        _ = try recorder.failure()
        #expect(Recorder(session.token()).values.map(\.id) == ["token-1"])
    }

    @Test func treats404OfKeystoneAsRevoked() {
        let cloud = StubCloud()
        let session = loggedIn(cloud)
        cloud.setRevocationResponse(Fixtures.errorResponse(.notFound))
        let recorder = Recorder(session.revoke())
        cloud.scheduler.advance(by: .seconds(9))
        #expect(recorder.isCompleted)
    }

    @Test func discardsVersion2TokenWithoutRequest() {
        let cloud = StubCloud()
        let session = loggedIn(cloud, .v2(.password(userName: "u", password: StubCloud.password)))
        #expect(Recorder(session.revoke()).isCompleted)
        #expect(cloud.log == ["POST /v2.0/tokens -"])
        let token = Recorder(session.token())
        cloud.scheduler.advance(by: .seconds(2))
        #expect(token.values.map(\.id) == ["token-2"])
    }
}
