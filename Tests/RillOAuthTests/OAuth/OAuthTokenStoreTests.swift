import Foundation
import Rill
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillOAuth

/// Tests of credentials with a token file.
@Suite(.timeLimit(.minutes(10))) struct OAuthTokenStoreTests {
    private let files: TemporaryFiles
    private let file: OAuthTokenFile
    private let token = OAuthToken(
        accessToken: "plan7ed-access", expiresIn: .seconds(3_600), scopes: ["a"], createdAt: OAuthFixtures.date,
        refreshToken: "plan7ed-refresh")

    init() throws {
        files = try TemporaryFiles()
        file = OAuthTokenFile(path: files.path("token.json"))
    }

    private func save(_ token: OAuthToken, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(Recorder(file.save(token)).isCompleted, sourceLocation: sourceLocation)
    }

    private func credentials(
        _ transport: StubTransport, _ scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        now: Date = OAuthFixtures.date
    ) -> OAuthCredentials {
        let oauth = OAuth(
            OAuthFixtures.server, clientID: "program", transport: transport, scheduler: scheduler, now: { now })
        return OAuthCredentials(oauth, file: file, scheduler: scheduler, now: { now })
    }

    /// A server that accepts each refresh token once.
    private static func rotating(_ scheduler: (any Scheduler)? = nil, after delay: Duration = .zero) -> StubTransport {
        let used = Log<String>()
        let respond: @Sendable (StubTransport.Request) -> StubTransport.Response = { request in
            let token = OAuthFixtures.items(request.bodyText)["refresh_token"] ?? ""
            guard !used.entries.contains(token) else { return .json(#"{"error":"invalid_grant"}"#, status: 400) }
            used.append(token)
            let number = used.entries.count
            return .json(
                #"{"access_token":"access-\#(number)","expires_in":3600,"refresh_token":"refresh-\#(number)"}"#,
                after: delay)
        }
        return scheduler.map { StubTransport(scheduler: $0, respond) } ?? StubTransport(respond)
    }

    @Test func validStoredTokenIsUsed() {
        save(token)
        let transport = Self.rotating()
        let recorder = Recorder(credentials(transport).valid())
        #expect(recorder.values == [token])
        #expect(transport.requests.isEmpty)
    }

    @Test func expiredTokenIsRenewedAndStored() {
        save(token)
        let transport = Self.rotating()
        let later = OAuthFixtures.date + 4_000
        let recorder = Recorder(credentials(transport, now: later).valid())
        #expect(recorder.values.map(\.accessToken) == ["access-1"])
        #expect(recorder.values.map(\.scopes) == [["a"]])
        #expect(Recorder(file.load()).values == recorder.values)
    }

    @Test func missingTokenRequiresSignIn() throws {
        let recorder = Recorder(credentials(Self.rotating()).valid())
        let error = try #require(recorder.error as? OAuthSignInError)
        #expect(error.reason == .signInRequired)
        #expect("\(error)" == "sign-in failed: the file \(file.path) contains no token. Sign in and save the token")
    }

    /// GitHub sends a code of its own with the status 200.
    @Test(arguments: [(OAuthError.Code.invalidGrant, HTTPResponse.Status.badRequest), ("bad_refresh_token", .ok)])
    func rejectedRefreshTokenRequiresSignIn(code: OAuthError.Code, status: HTTPResponse.Status) throws {
        save(token)
        let transport = StubTransport { _ in .json(#"{"error":"\#(code)"}"#, status: status) }
        let credentials = credentials(transport, now: OAuthFixtures.date + 4_000)
        let client = Client(
            baseURL: "https://api.example.com", transport: transport,
            middleware: [credentials.authentication(for: "https://api.example.com")])
        let error = try Recorder(client.send(Endpoint<Void>("/a"))).failure()
        #expect(error.signIn?.reason == .signInRequired)
        #expect(error.oauth?.code == code)
        #expect("\(error)".contains("the refresh token is expired, revoked or already used. Sign in again"))
        for text in OAuthFixtures.texts(of: error) { #expect(!text.contains("plan7ed")) }
        #expect(Recorder(file.load()).values == [token])
        // The program signs in again, and later requests use the new token.
        let other = OAuthToken(accessToken: "new", expiresIn: .seconds(3_600), createdAt: OAuthFixtures.date + 4_000)
        save(other)
        #expect(Recorder(credentials.valid()).values == [other])
    }

    /// Verifies that several credentials with the same file, as in several processes, renew the token once.
    @Test func twoStoresRenewOnce() {
        let scheduler = TestScheduler()
        save(token)
        let transport = Self.rotating(scheduler, after: .seconds(1))
        let later = OAuthFixtures.date + 4_000
        let recorders = (0..<5).map { _ in Recorder(credentials(transport, scheduler, now: later).valid()) }
        scheduler.advance(by: .seconds(10))
        #expect(recorders.map { $0.values.map(\.accessToken) } == Array(repeating: ["access-1"], count: 5))
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: 0..<20) func concurrentProcessesRenewOnce(run: Int) async {
        save(token)
        let transport = Self.rotating()
        let later = OAuthFixtures.date + 4_000
        let recorders = (0..<8).map { _ in
            Recorder(credentials(transport, now: later).valid().subscribeOn(ConcurrentDispatchQueueScheduler()))
        }
        for recorder in recorders { #expect(await recorder.waitForEnd(timeout: .seconds(60))) }
        #expect(recorders.allSatisfy { $0.values.map(\.accessToken) == ["access-1"] })
        #expect(transport.requests.count == 1)
    }

    @Test func waitingForLockTimesOut() throws {
        let scheduler = TestScheduler()
        save(token)
        let transport = StubTransport { _ in .never }
        let later = OAuthFixtures.date + 4_000
        let oauth = OAuth(OAuthFixtures.server, clientID: "p", transport: transport, timeout: nil, scheduler: scheduler)
        let first = OAuthCredentials(oauth, file: file, scheduler: scheduler, now: { later })
        let running = Recorder(first.valid())
        let recorder = Recorder(file.save(token, scheduler: scheduler))
        scheduler.advance(by: .seconds(119))
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .seconds(1))
        let error = try #require(recorder.error as? OAuthTokenFileError)
        #expect(error.reason.contains("check the process that holds \(file.path).lock"))
        #expect(running.events.isEmpty)
    }

    @Test func disposalReleasesLock() {
        let transport = StubTransport { _ in .never }
        let oauth = OAuth(OAuthFixtures.server, clientID: "p", transport: transport)
        save(token)
        let recorder = Recorder<OAuthToken>()
        let subscription = recorder.record(
            file.withLock(ConcurrentDispatchQueueScheduler()) { _ in oauth.token(.refreshToken("r")) })
        subscription.dispose()
        save(token)
        #expect(recorder.events.isEmpty)
    }

    /// Verifies that a valid token in a read-only folder can be used.
    @Test func validTokenNeedsNoLock() throws {
        save(token)
        try FileManager.default.removeItem(atPath: "\(file.path).lock")
        #expect(Recorder(credentials(Self.rotating()).valid()).values == [token])
        #expect(!FileManager.default.fileExists(atPath: "\(file.path).lock"))
    }

    // MARK: Replacement

    private let other = OAuthToken(
        accessToken: "other-access", expiresIn: .seconds(3_600), createdAt: OAuthFixtures.date,
        refreshToken: "other-refresh")

    @Test func replacedTokenIsStoredAndRenewed() {
        let scheduler = TestScheduler()
        save(token)
        let transport = Self.rotating()
        let credentials = credentials(transport, scheduler)
        #expect(Recorder(credentials.valid()).values == [token])
        credentials.replace(with: other)
        #expect(Recorder(credentials.valid()).values == [other])
        #expect(Recorder(file.load()).values == [other])
        scheduler.advance(by: .seconds(3_600))
        #expect(Recorder(credentials.valid()).values.map(\.accessToken) == ["access-1"])
        #expect(
            transport.requests.map { OAuthFixtures.items($0.bodyText)["refresh_token"] } == ["other-refresh"])
    }

    @Test func replacementIsStoredAfterFailure() throws {
        let scheduler = TestScheduler()
        let transport = Self.rotating()
        let credentials = credentials(transport, scheduler)
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        credentials.replace(with: other)
        #expect(Recorder(credentials.valid()).values == [other])
        try FileManager.default.removeItem(atPath: file.path)
        scheduler.advance(by: .seconds(3_600))
        #expect(Recorder(credentials.valid()).values.map(\.accessToken) == ["access-1"])
        #expect(
            transport.requests.map { OAuthFixtures.items($0.bodyText)["refresh_token"] } == ["other-refresh"])
    }

    @Test func replacementDuringRenewalIsStored() {
        let scheduler = TestScheduler()
        save(token)
        let transport = Self.rotating(scheduler, after: .seconds(1))
        let credentials = credentials(transport, scheduler, now: OAuthFixtures.date + 3_600)
        let recorder = Recorder(credentials.valid())
        var later = other
        later.createdAt = OAuthFixtures.date + 3_600
        credentials.replace(with: later)
        scheduler.advance(by: .seconds(2))
        #expect(recorder.values == [later])
        #expect(Recorder(file.load()).values == [later])
    }

    // MARK: Failures

    /// Creates a server that renews the token, and replaces the file with a folder in the meantime.
    private func serverThatRemovesFile() -> StubTransport {
        let path = file.path
        return StubTransport { _ in
            try? FileManager.default.moveItem(atPath: path, toPath: "\(path).old")
            try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            return .json(#"{"access_token":"access-1","expires_in":3600,"refresh_token":"refresh-1"}"#)
        }
    }

    @Test func tokenThatCouldNotBeStoredIsStoredLater() throws {
        save(token)
        let transport = serverThatRemovesFile()
        let credentials = credentials(transport, now: OAuthFixtures.date + 3_600)
        let error = try #require(Recorder(credentials.valid()).error as? OAuthTokenFileError)
        #expect(error.reason.hasPrefix("the new token was not stored: "))
        try FileManager.default.removeItem(atPath: file.path)
        try FileManager.default.moveItem(atPath: "\(file.path).old", toPath: file.path)
        #expect(Recorder(credentials.valid()).values.map(\.accessToken) == ["access-1"])
        #expect(Recorder(file.load()).values.map { $0?.refreshToken } == ["refresh-1"])
        #expect(transport.requests.count == 1)
    }

    @Test func tokenThatCouldNotBeStoredIsDroppedAfterSignIn() throws {
        save(token)
        let transport = serverThatRemovesFile()
        let later = OAuthFixtures.date + 3_600
        let credentials = credentials(transport, now: later)
        #expect(Recorder(credentials.valid()).error is OAuthTokenFileError)
        try FileManager.default.removeItem(atPath: file.path)
        var other = other
        other.createdAt = later
        save(other)
        #expect(Recorder(credentials.valid()).values == [other])
        #expect(transport.requests.count == 1)
    }

    @Test func spaceIsReservedBeforeRequest() throws {
        save(token)
        let sizes = Log<Int>()
        let folder = files.path("")
        let transport = StubTransport { _ in
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            where name.hasSuffix(".new") {
                let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
                sizes.append(attributes?[.size] as? Int ?? 0)
            }
            return .json(OAuthFixtures.token)
        }
        let credentials = credentials(transport, now: OAuthFixtures.date + 3_600)
        #expect(Recorder(credentials.valid()).values.count == 1)
        #expect(sizes.entries == [64 << 10])
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.size] as? Int ?? .max) < 1_024)
    }
}
