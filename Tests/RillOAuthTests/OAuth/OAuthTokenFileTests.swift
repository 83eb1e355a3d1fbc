import Foundation
import Rill
import RillHTTPTesting
import RillServiceTestSupport
import RillSystem
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillOAuth

@Suite(.timeLimit(.minutes(10))) struct OAuthTokenFileTests {
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

    private func write(_ text: String, mode: Int = 0o600) throws {
        try files.write(Array(text.utf8), to: "token.json")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: files.path(name))[.posixPermissions] as? Int
    }

    @Test func savedTokenIsLoaded() throws {
        #expect(Recorder(file.load()).values == [nil])
        save(token)
        #expect(Recorder(file.load()).values == [token])
        #expect(try mode("token.json") == 0o600)
        #expect(try mode("token.json.lock") == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: files.path(""))
        #expect(names.sorted() == ["token.json", "token.json.lock"])
    }

    @Test func replacedFileIsPrivate() throws {
        try write("{}", mode: 0o644)
        save(token)
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
        #expect(error.localizedDescription == "\(error)")
        for text in OAuthFixtures.texts(of: error) { #expect(!text.contains("plan7ed")) }
        // A new sign-in repairs the file.
        save(token)
        #expect(Recorder(file.load()).values == [token])
    }

    /// A token from elsewhere can be expired, for example `.seconds(date.timeIntervalSinceNow)`.
    @Test func negativeLifetimeIsStoredAsZero() throws {
        let token = OAuthToken(accessToken: "a", expiresIn: .seconds(-5), createdAt: OAuthFixtures.date)
        save(token)
        #expect(Recorder(file.load()).values.map { $0?.expiresIn } == [.zero])
    }

    @Test(arguments: [("", "r"), ("plan7ed-é", "r"), ("a", "plan7ed\n")])
    func invalidTokenDoesNotReplaceStoredToken(access: String, refresh: String) throws {
        save(token)
        let invalid = OAuthToken(accessToken: access, refreshToken: refresh)
        let error = try #require(Recorder(file.save(invalid)).error as? OAuthTokenFileError)
        #expect(
            "\(error)" == "cannot use the token file \(file.path): the new token was not stored: "
                + "it is empty or contains characters that are not printable ASCII")
        for text in OAuthFixtures.texts(of: error) { #expect(!text.contains("plan7ed")) }
        #expect(Recorder(file.load()).values == [token])
    }

    @Test(arguments: [0o644, 0o640, 0o602, 0o777]) func fileAccessibleToOtherUsersFails(mode: Int) throws {
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

    @Test func unfinishedFilesOfEndedProcessAreRemoved() throws {
        let kept = ["token.json.lock", "token.json.new", "token.json.old.new", "token.json.old.rill-7a.new"]
        for name in kept + ["token.json.rill-7a.new"] { try files.write([], to: name) }
        save(token)
        #expect(Recorder(file.load()).values == [token])
        let names = try FileManager.default.contentsOfDirectory(atPath: files.url.path)
        #expect(Set(names) == Set(kept + ["token.json"]))
    }

    @Test func symbolicLinkIsNotFollowed() throws {
        let target = files.path("other.json")
        try files.write(Array(#"{"access_token":"a"}"#.utf8), to: "other.json")
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
        for error in [Recorder(file.load()).error, Recorder(file.save(token)).error] {
            #expect((error as? OAuthTokenFileError)?.reason.contains(". ") == true)
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == target)
    }

    @Test func missingLocksFailWithAdvice() {
        for number in [ENOLCK, ENOTSUP, ENOSYS, EINVAL] {
            #expect(
                OAuthTokenFileError.advice(number).hasSuffix(
                    ". The folder does not support file locks. Use a folder on a local disk"))
        }
        let isLocked = try? FileSystemCalls.lock(-1, isRequired: true)
        #expect(isLocked == nil)
    }

    @Test func pathThroughFileFails() throws {
        try files.write([], to: "other")
        let file = OAuthTokenFile(path: files.path("other/token.json"))
        let error = try #require(Recorder(file.load()).error as? OAuthTokenFileError)
        #expect(error.reason == "Not a directory. Use a folder that exists and is writable")
    }

    #if os(Linux)
        /// A program that another thread starts inherits the descriptor until it runs.
        @Test func inheritedDescriptorDoesNotKeepLock() throws {
            let writer = try #require(try OAuthTokenWriter(file.path))
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
                    == "\(file.path).lock"
            }
            let inherited = dup(try #require(descriptors.first.flatMap { Int32($0) }))
            defer { close(inherited) }
            #expect(inherited >= 0)
            #expect(try OAuthTokenWriter(file.path) == nil)
            writer.close()
            #expect(try OAuthTokenWriter(file.path) != nil)
        }
    #endif
}
