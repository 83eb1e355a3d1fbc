import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

/// Tests in virtual time how a session issues and renews its token.
@Suite struct ConoHaSessionTests {
    private static let issue = "POST /v3/auth/tokens -"
    private static func list(_ token: String) -> String { "GET /v3/auth/projects \(token)" }

    @Test func issuesTokenOnFirstUse() throws {
        let cloud = StubCloud()
        let session = cloud.session()
        let projects = session.identity.tokenProjects()
        #expect(cloud.log.isEmpty)
        let recorder = Recorder(projects)
        cloud.scheduler.advance(by: .seconds(1))
        #expect(cloud.log == [Self.issue])
        cloud.scheduler.advance(by: .seconds(1))
        #expect(cloud.log == [Self.issue, Self.list("token-1")])
        #expect(recorder.values == [[]])
        #expect(recorder.isCompleted)
        let body = #"{"auth":{"identity":{"methods":["password"],"password":{"user":{"name":"gncu00000001","#
        #expect(cloud.transport.requests.first?.bodyText?.hasPrefix(body) == true)
    }

    @Test func supportsVersion2Login() {
        let cloud = StubCloud()
        let session = cloud.session(
            .v2(.password(userName: "gncu00000001", password: StubCloud.password), tenant: .id("t")))
        let recorder = Recorder(session.identity.tokenProjects())
        cloud.scheduler.advance(by: .seconds(2))
        #expect(recorder.isCompleted)
        #expect(cloud.log == ["POST /v2.0/tokens -", Self.list("token-1")])
    }

    @Test func sendsVersionsAndLoginsWithoutToken() {
        let cloud = StubCloud(delay: .zero)
        let session = cloud.session()
        _ = Recorder(session.identity.versions())
        _ = Recorder(session.identity.token(.token("another")))
        cloud.scheduler.advance(by: .seconds(9))
        #expect(cloud.log == ["GET / -", Self.issue])
    }

    @Test func renewsTokenBeforeExpiration() {
        let cloud = StubCloud(lifetime: 3_600, delay: .zero)
        let session = cloud.session(margin: .seconds(300))
        func sendRequest() {
            _ = Recorder(session.identity.tokenProjects())
            cloud.scheduler.advance(by: .zero)
            cloud.scheduler.advance(by: .zero)
            cloud.scheduler.advance(by: .zero)
        }
        sendRequest()
        cloud.scheduler.advance(by: .seconds(3_299))
        sendRequest()
        #expect(cloud.log == [Self.issue, Self.list("token-1"), Self.list("token-1")])
        cloud.scheduler.advance(by: .seconds(1))
        sendRequest()
        #expect(cloud.log.dropFirst(3) == [Self.issue, Self.list("token-2")])
    }

    @Test func reusesShortLivedToken() {
        let cloud = StubCloud(lifetime: 60, delay: .zero)
        let session = cloud.session(margin: .seconds(300))
        for _ in 0..<3 {
            _ = Recorder(session.identity.tokenProjects())
            cloud.scheduler.advance(by: .seconds(9))
        }
        #expect(cloud.log.count { $0 == Self.issue } == 1)
        cloud.scheduler.advance(by: .seconds(9))
        _ = Recorder(session.identity.tokenProjects())
        cloud.scheduler.advance(by: .seconds(1))
        #expect(cloud.log.count { $0 == Self.issue } == 2)
    }

    @Test func concurrentRequestsShareOneLogin() {
        let cloud = StubCloud()
        let session = cloud.session()
        let waiting = (0..<50).map { _ in Recorder(session.identity.tokenProjects()) }
        let token = Recorder(session.token())
        let server = Recorder(session.endpoint(for: .compute))
        cloud.scheduler.advance(by: .seconds(2))
        #expect(cloud.log == [Self.issue] + Array(repeating: Self.list("token-1"), count: 50))
        #expect(waiting.allSatisfy { $0.isCompleted && $0.values == [[]] })
        #expect(token.values.map(\.id) == ["token-1"])
        #expect(server.values.map(\.url) == ["https://compute.c3j1.conoha.io/v2.1"])
    }

    @Test func renewsOnceAfter401() {
        let cloud = StubCloud()
        let session = cloud.session()
        _ = Recorder(session.token())
        cloud.scheduler.advance(by: .seconds(2))
        cloud.revokeAll()
        let waiting = (0..<3).map { _ in Recorder(session.identity.tokenProjects()) }
        cloud.scheduler.advance(by: .seconds(9))
        #expect(waiting.allSatisfy { $0.isCompleted })
        let lists = ["token-1", "token-2"].flatMap { Array(repeating: Self.list($0), count: 3) }
        #expect(cloud.log.sorted() == (lists + [Self.issue, Self.issue]).sorted())
    }

    /// Waiting requests receive the renewed token instead of the revoked one.
    @Test func usesTokenRenewedDuringRevocation() throws {
        let cloud = StubCloud(delay: .seconds(1))
        let session = cloud.session()
        let first = Recorder(session.token())
        cloud.scheduler.advance(by: .seconds(3_400))
        let waiting = Recorder(session.token())
        let revocation = Recorder(session.revoke())
        cloud.scheduler.advance(by: .seconds(10))
        #expect(first.values.map(\.id) == ["token-1"])
        #expect(revocation.isCompleted)
        #expect(waiting.values.map(\.id) == ["token-2"])
        let later = Recorder(session.identity.tokenProjects())
        cloud.scheduler.advance(by: .seconds(10))
        #expect(later.isCompleted)
        #expect(cloud.log.filter { $0 == Self.issue }.count == 2)
    }

    @Test func failsWhenNewTokenIsRejected() throws {
        let cloud = StubCloud()
        let session = cloud.session()
        let recorder = Recorder(session.identity.tokenProjects())
        cloud.scheduler.advance(by: .seconds(1))
        // Both tokens are issued and immediately invalidated.
        cloud.revokeAll()
        cloud.scheduler.advance(by: .seconds(1))
        cloud.revokeAll()
        cloud.scheduler.advance(by: .seconds(1))
        cloud.revokeAll()
        cloud.scheduler.advance(by: .seconds(9))
        let error = try recorder.failure()
        #expect(error.status == .unauthorized)
        #expect(cloud.log == [Self.issue, Self.list("token-1"), Self.issue, Self.list("token-2")])
    }

    @Test func failedLoginFailsAllWaitingRequests() throws {
        let cloud = StubCloud()
        let session = cloud.session()
        cloud.setLoginResponse(
            .json(
                #"{"error":{"code":401,"title":"Unauthorized","message":"wrong"}}"#, status: .unauthorized,
                after: .seconds(2)))
        let waiting = (0..<5).map { _ in Recorder(session.identity.tokenProjects()) }
        let endpoint = Recorder(session.endpoint(for: .compute))
        cloud.scheduler.advance(by: .seconds(2))
        for recorder in waiting {
            #expect(recorder.events.count == 1)
            let error = try recorder.failure()
            #expect(error.conoHa?.message == "wrong")
            #expect(error.method == .post && error.url.hasSuffix("/v3/auth/tokens"))
        }
        #expect(try endpoint.failure().status == .unauthorized)
        // The failed login is not retried.
        #expect(cloud.log == [Self.issue])
        cloud.setLoginResponse(nil)
        let later = Recorder(session.identity.tokenProjects())
        cloud.scheduler.advance(by: .seconds(2))
        #expect(later.isCompleted)
        #expect(cloud.log == [Self.issue, Self.issue, Self.list("token-1")])
    }

    @Test func failedTokenRequestDoesNotRenewSession() throws {
        let cloud = StubCloud()
        let session = cloud.session()
        _ = Recorder(session.token())
        cloud.scheduler.advance(by: .seconds(2))
        cloud.setLoginResponse(Fixtures.errorResponse(.unauthorized, "wrong"))
        let recorder = Recorder(session.identity.token(.password(user: .id("u"), password: "other")))
        cloud.scheduler.advance(by: .seconds(9))
        #expect(try recorder.failure().status == .unauthorized)
        #expect(cloud.log == [Self.issue, Self.issue])
    }

    @Test func usesUnexpiredTokenWhenRenewalFails() {
        let cloud = StubCloud()
        let session = cloud.session()
        _ = Recorder(session.token())
        cloud.scheduler.advance(by: .seconds(3_400))
        cloud.setLoginResponse(Fixtures.errorResponse(.serviceUnavailable))
        let recorder = Recorder(session.identity.tokenProjects())
        cloud.scheduler.advance(by: .seconds(1))
        #expect(recorder.isCompleted)
        #expect(cloud.log == [Self.issue, Self.issue, Self.list("token-1")])
    }

    @Test func cancelsLoginWhenNoRequestWaits() {
        let cloud = StubCloud()
        let session = cloud.session()
        let first = session.identity.tokenProjects().subscribe { _ in }
        let second = session.token().subscribe { _ in }
        first.dispose()
        #expect(cloud.transport.requests.map(\.isCancelled) == [false])
        second.dispose()
        #expect(cloud.transport.requests.map(\.isCancelled) == [true])
        #expect(cloud.scheduler.pendingCount == 0)
    }
}
