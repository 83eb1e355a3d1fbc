import Foundation
import Rill
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP

@Suite(.timeLimit(.minutes(2))) struct OAuthTokenFileTests {
    private let files: TemporaryFiles
    private let file: OAuthTokenFile
    private let token = OAuthToken(
        accessToken: "plan7ed-access", expiresIn: .seconds(3_600), scopes: ["a"], createdAt: OAuthFixtures.date,
        refreshToken: "plan7ed-refresh")

    init() throws {
        files = try TemporaryFiles()
        file = OAuthTokenFile(path: files.path("token.json"))
    }

    private func write(_ text: String, mode: Int = 0o600) throws {
        try files.write(Array(text.utf8), to: "token.json")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: files.path(name))[.posixPermissions] as? Int
    }

    @Test func savedTokenIsLoaded() throws {
        #expect(Recorder(file.load()).values == [nil])
        #expect(Recorder(file.save(token)).isCompleted)
        #expect(Recorder(file.load()).values == [token])
        #expect(try mode("token.json") == 0o600)
        #expect(try mode("token.json.lock") == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: files.path(""))
        #expect(names.sorted() == ["token.json", "token.json.lock"])
    }

    @Test func replacedFileIsPrivate() throws {
        try write("{}", mode: 0o644)
        #expect(Recorder(file.save(token)).isCompleted)
        #expect(try mode("token.json") == 0o600)
    }

    @Test(arguments: [
        "", "{", "plan7ed", #"{"access_token":""}"#, #"{"access_token":"plan7ed","expires_in":-1}"#,
        #"["plan7ed"]"#, "\u{0}\u{0}",
    ])
    func damagedFileFailsWithAdvice(text: String) throws {
        try write(text)
        let error = try #require(Recorder(file.load()).error as? OAuthTokenFileError)
        #expect(
            "\(error)" == "cannot use the token file \(file.path): it does not contain a valid token. "
                + "Remove the file and sign in again")
        for text in OAuthFixtures.texts(of: error) { #expect(!text.contains("plan7ed")) }
        // A new sign-in repairs the file.
        #expect(Recorder(file.save(token)).isCompleted)
        #expect(Recorder(file.load()).values == [token])
    }

    @Test(arguments: [0o644, 0o640, 0o602, 0o777]) func fileOfOtherUsersFails(mode: Int) throws {
        try write(#"{"access_token":"plan7ed"}"#, mode: mode)
        let error = try #require(Recorder(file.load()).error as? OAuthTokenFileError)
        #expect(error.reason == "other users can access it. Change its owner to your user and its mode to 0600")
    }

    @Test func hugeFileFails() throws {
        try write(#"{"access_token":"a"}"# + String(repeating: " ", count: 2 << 20))
        #expect(Recorder(file.load()).error is OAuthTokenFileError)
    }

    @Test func folderInPlaceOfFileFails() throws {
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        #expect(Recorder(file.load()).error is OAuthTokenFileError)
        #expect(Recorder(file.save(token)).error is OAuthTokenFileError)
    }

    @Test func missingFolderFails() throws {
        let file = OAuthTokenFile(path: files.path("missing/token.json"))
        let error = try #require(Recorder(file.save(token)).error as? OAuthTokenFileError)
        #expect(error.reason == "No such file or directory. Use a folder that exists and is writable")
    }

    @Test func unfinishedFileOfEndedProcessIsReplaced() throws {
        try files.write(Array("plan7ed".utf8), to: "token.json.new")
        try files.write([], to: "token.json.lock")
        #expect(Recorder(file.save(token)).isCompleted)
        #expect(Recorder(file.load()).values == [token])
    }

    @Test func symbolicLinkIsNotFollowed() throws {
        let target = files.path("other.json")
        try files.write(Array(#"{"access_token":"a"}"#.utf8), to: "other.json")
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
        #expect(Recorder(file.load()).error is OAuthTokenFileError)
    }

    // MARK: Credentials

    private func credentials(
        _ transport: StubTransport, _ scheduler: any Scheduler, now: Date = OAuthFixtures.date
    ) -> OAuthCredentials {
        OAuthCredentials(
            OAuthFixtures.oauth(transport, scheduler: scheduler), file: file, scheduler: scheduler, now: { now })
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
        #expect(Recorder(file.save(token)).isCompleted)
        let transport = Self.rotating()
        let recorder = Recorder(credentials(transport, ConcurrentDispatchQueueScheduler()).valid())
        #expect(recorder.values == [token])
        #expect(transport.requests.isEmpty)
    }

    @Test func expiredTokenIsRenewedAndStored() {
        #expect(Recorder(file.save(token)).isCompleted)
        let transport = Self.rotating()
        let later = OAuthFixtures.date + 4_000
        let recorder = Recorder(credentials(transport, ConcurrentDispatchQueueScheduler(), now: later).valid())
        #expect(recorder.values.map(\.accessToken) == ["access-1"])
        #expect(recorder.values.map(\.scopes) == [["a"]])
        #expect(Recorder(file.load()).values == recorder.values)
    }

    @Test func missingTokenRequiresSignIn() throws {
        let recorder = Recorder(credentials(Self.rotating(), ConcurrentDispatchQueueScheduler()).valid())
        let error = try #require(recorder.error as? OAuthSignInError)
        #expect(error.reason == .signInRequired)
        #expect("\(error)" == "sign-in failed: the file \(file.path) contains no token. Sign in and save the token")
    }

    @Test func rejectedRefreshTokenRequiresSignIn() throws {
        #expect(Recorder(file.save(token)).isCompleted)
        let transport = StubTransport { _ in .json(#"{"error":"invalid_grant"}"#, status: 400) }
        let credentials = credentials(
            transport, ConcurrentDispatchQueueScheduler(), now: OAuthFixtures.date + 4_000)
        let client = Client(
            baseURL: "https://api.example.com", transport: transport,
            middleware: [credentials.authentication(for: "https://api.example.com")])
        let error = try Recorder(client.send(Endpoint<Void>("/a"))).failure()
        #expect(error.signIn?.reason == .signInRequired)
        #expect(error.oauth?.code == .invalidGrant)
        #expect("\(error)".contains("the refresh token is expired, revoked or already used. Sign in again"))
        for text in OAuthFixtures.texts(of: error) { #expect(!text.contains("plan7ed")) }
        #expect(Recorder(file.load()).values == [token])
        // The program signs in again, and later requests use the new token.
        let other = OAuthToken(accessToken: "new", expiresIn: .seconds(3_600), createdAt: OAuthFixtures.date + 4_000)
        #expect(Recorder(file.save(other)).isCompleted)
        #expect(Recorder(credentials.valid()).values == [other])
    }

    /// Verifies that several credentials, like those of several processes, renew the token once.
    @Test func twoProcessesRenewOnce() {
        let scheduler = TestScheduler()
        #expect(Recorder(file.save(token)).isCompleted)
        let transport = Self.rotating(scheduler, after: .seconds(1))
        let later = OAuthFixtures.date + 4_000
        let recorders = (0..<5).map { _ in Recorder(credentials(transport, scheduler, now: later).valid()) }
        scheduler.advance(by: .seconds(10))
        #expect(recorders.map { $0.values.map(\.accessToken) } == Array(repeating: ["access-1"], count: 5))
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: 0..<20) func concurrentProcessesRenewOnce(run: Int) async {
        #expect(Recorder(file.save(token)).isCompleted)
        let transport = Self.rotating()
        let later = OAuthFixtures.date + 4_000
        let recorders = (0..<8).map { _ in
            Recorder(
                credentials(transport, ConcurrentDispatchQueueScheduler(), now: later).valid()
                    .subscribeOn(ConcurrentDispatchQueueScheduler()))
        }
        for recorder in recorders { #expect(await recorder.waitForEnd(timeout: .seconds(60))) }
        #expect(recorders.allSatisfy { $0.values.map(\.accessToken) == ["access-1"] })
        #expect(transport.requests.count == 1)
    }

    @Test func waitingForLockTimesOut() throws {
        let scheduler = TestScheduler()
        #expect(Recorder(file.save(token)).isCompleted)
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
        #expect(error.reason.contains("waiting for another process that uses the file. End that process"))
        #expect(running.events.isEmpty)
    }

    @Test func disposalReleasesLock() {
        let transport = StubTransport { _ in .never }
        let oauth = OAuth(OAuthFixtures.server, clientID: "p", transport: transport)
        #expect(Recorder(file.save(token)).isCompleted)
        let recorder = Recorder<OAuthToken>()
        let subscription = recorder.record(
            file.update(ConcurrentDispatchQueueScheduler()) { _ in oauth.token(.refreshToken("r")) })
        subscription.dispose()
        #expect(Recorder(file.save(token)).isCompleted)
        #expect(recorder.events.isEmpty)
    }
}
