import Foundation
import RillHTTPTypes
import RillMiddleware
import RillOAuth
import RillSystem
import RillTestSupport
import Testing

/// The texts of errors of files.
@Suite struct FileErrorTests {
    private let files: TemporaryFiles

    init() throws {
        files = try TemporaryFiles()
        try files.write([1], to: "file")
    }

    /// A use of a path that fails, and the text of its error.
    struct Row: CustomTestStringConvertible, Sendable {
        let path: String
        let text: String
        let use: @Sendable (String) throws -> Void
        var testDescription: String { text }

        init(_ path: String, _ text: String, _ use: @escaping @Sendable (String) throws -> Void) {
            self.path = path
            self.text = text
            self.use = use
        }
    }

    private static let read: @Sendable (String) throws -> Void = { _ = try Data(contentsOf: URL(filePath: $0)) }
    private static let write: @Sendable (String) throws -> Void = { try Data([1]).write(to: URL(filePath: $0)) }

    @Test(arguments: [
        Row("missing", "cannot read PATH: No such file or directory", read),
        Row("", "cannot read PATH: Is a directory", read),
        Row("file/below", "cannot read PATH: Not a directory", read),
        Row("missing/file", "cannot access PATH: No such file or directory", write),
        Row("", "cannot write PATH: Is a directory", write),
        Row("file", "cannot write PATH: File exists") {
            try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true)
        },
        Row("file", "cannot read PATH: Not a directory") {
            _ = try FileManager.default.contentsOfDirectory(atPath: $0)
        },
        Row("missing", "cannot access PATH: No such file or directory") {
            try FileManager.default.removeItem(atPath: $0)
        },
        Row("", "cannot read a file: unknown error 256") { _ in throw CocoaError(.fileReadUnknown) },
        Row("", "Permission denied") { _ in throw POSIXError(.EACCES) },
    ])
    func foundationErrorOfUserCodeIsSentence(row: Row) throws {
        let path = files.path(row.path)
        let error = try #require(throws: (any Error).self) { try row.use(path) }
        let text = row.text.replacing("PATH", with: path)
        #expect(TransportError.unreadableBody(error).text == "cannot read the request body: \(text)")
        let request = HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/")
        #expect(APIError(stage: .file, request: request, underlying: error).reason == text)
    }

    @Test(arguments: [
        Row("missing", "invalid request: cannot read file PATH: No such file or directory") {
            _ = try HTTPBody.file($0).checkedCount()
        },
        Row("", "invalid request: cannot read file PATH: it is a directory") {
            _ = try HTTPBody.file($0).checkedCount()
        },
        Row("missing", "cannot read PATH: No such file or directory") { try CookieStorage().load(from: $0) },
        Row("file", "cannot write PATH/: Not a directory") { try CookieStorage().save(to: $0 + "/") },
        Row("", "cannot use the token file PATH: it is not a regular file. Choose another path") {
            _ = try OAuthTokenFile(path: $0).load().wait(timeout: .seconds(30))
        },
        Row("", "Input/output error") { _ in throw FileSystemCalls.Failure(EIO) },
    ])
    func errorNamesPathAndReason(row: Row) throws {
        let path = files.path(row.path)
        let error = try #require(throws: (any Error).self) { try row.use(path) }
        #expect("\(error)" == row.text.replacing("PATH", with: path))
    }
}
