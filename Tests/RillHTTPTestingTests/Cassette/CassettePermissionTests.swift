import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Testing

/// The file permissions of cassettes.
@Suite struct CassettePermissionTests {
    private let folder = CassetteFolder()

    private func record(_ path: String = "/a") throws {
        let upstream = StubTransport { _ in .text("new") }
        _ = try folder.recorder(upstream).response(to: HTTPRequest("https://h\(path)"))
    }

    private func permissions(_ url: URL) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int)
    }

    @Test func newCassetteIsReadableOnlyByItsOwner() throws {
        try record()
        #expect(try permissions(folder.file) & 0o077 == 0)
        #expect(try permissions(folder.file) & 0o400 != 0)
    }

    @Test func recordingKeepsThePermissionsOfTheCassette() throws {
        try record()
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file.path)
        try record("/b")
        #expect(try permissions(folder.file) == 0o640)
        #expect(folder.text.contains("https://h/b"))
    }

    @Test func recordingReplacesASymbolicLink() throws {
        try folder.write("other")
        let other = folder.url.appending(path: "other")
        try FileManager.default.moveItem(at: folder.file, to: other)
        try FileManager.default.createSymbolicLink(at: folder.file, withDestinationURL: other)
        try record()
        #expect(try String(contentsOf: other, encoding: .utf8) == "other")
        #expect(folder.text.contains("https://h/a"))
    }

    @Test func recordingLeavesNoTemporaryFiles() throws {
        try record()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file.deletingLastPathComponent().path)
        #expect(names == ["tags.har"])
    }
}
