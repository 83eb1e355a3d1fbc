import Foundation
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Permissions of downloaded files, and rejection of untrusted partial files.
@Suite struct DownloadPermissionTests {
    private var bench: DownloadBench
    private let file = ServedFile(1_000)

    init() throws {
        bench = try DownloadBench()
    }

    private var completeTransport: StubTransport { bench.transport { [file] in file.stub($0.headerFields) } }

    private var interruptedTransport: StubTransport {
        bench.transport { [file] in file.stub($0.headerFields, breakingAfter: 550) }
    }

    private func permissions(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: bench.files.path(name))
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private func setPermissions(_ permissions: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: bench.files.path(name))
    }

    // MARK: Complete files

    @Test(arguments: [0o600, 0o640, 0o444, 0o755, 0o4755, 0o2755], [false, true])
    mutating func keepsPermissionsOfReplacedFile(permissions: Int, resumes: Bool) throws {
        bench.options.resumes = resumes
        try bench.files.write([1], to: "file")
        try setPermissions(permissions, of: "file")
        #expect(bench.download(completeTransport).isCompleted)
        #expect(bench.content() == file.bytes)
        // A new file must never run with another user's privileges.
        #expect(try self.permissions("file") == permissions & 0o777)
    }

    @Test mutating func keepsPermissionsOfLinkedFile() throws {
        try bench.files.write([1], to: "other")
        try setPermissions(0o640, of: "other")
        try FileManager.default.createSymbolicLink(
            atPath: bench.files.path("file"), withDestinationPath: bench.files.path("other"))
        #expect(bench.download(completeTransport).isCompleted)
        #expect(try permissions("file") == 0o640)
    }

    @Test(arguments: [false, true]) mutating func newFileHasDefaultPermissions(resumes: Bool) throws {
        bench.options.resumes = resumes
        let descriptor = open(bench.files.path("usual"), O_CREAT | O_WRONLY, 0o666)
        try #require(descriptor >= 0)
        close(descriptor)
        #expect(bench.download(completeTransport).isCompleted)
        #expect(try permissions("file") == permissions("usual"))
        #expect(bench.names == ["file", "usual"])
    }

    // MARK: Partial files

    @Test(arguments: [false, true]) mutating func partialFilesAreAccessibleOnlyToOwner(resumes: Bool) throws {
        bench.options.resumes = resumes
        try bench.files.write([1], to: "file")
        try setPermissions(0o666, of: "file")
        let subscription = bench.progress(completeTransport).subscribe { _ in }
        bench.scheduler.advance(by: .seconds(3))
        let partial = bench.names.filter { $0 != "file" }
        #expect(partial.count == (resumes ? 2 : 1))
        for name in partial { #expect(try permissions(name) & 0o077 == 0, "\(name)") }
        subscription.dispose()
        bench.scheduler.advance(by: .seconds(3))
        #expect(bench.names == (resumes ? [".file.part", ".file.part.info", "file"] : ["file"]))
    }

    @Test mutating func resumedPartialFileLosesPermissionsOfOthers() throws {
        bench.options.resumes = true
        _ = bench.download(interruptedTransport)
        try setPermissions(0o644, of: ".file.part")
        let subscription = bench.progress(completeTransport).subscribe { _ in }
        bench.scheduler.advance(by: .seconds(1))
        #expect(try permissions(".file.part") == 0o600)
        subscription.dispose()
    }

    // MARK: Files of other users

    private func expectRejection(reason: String) throws {
        let transport = completeTransport
        let error = try bench.download(transport).failure()
        #expect(error.stage == .file)
        #expect((error.underlying as? FileWritingError)?.reason == reason)
        #expect(transport.requests.isEmpty)
    }

    @Test mutating func partialFileWithOtherHardLinksIsRejected() throws {
        bench.options.resumes = true
        _ = bench.download(interruptedTransport)
        try bench.files.write([1, 2, 3], to: "other")
        try FileManager.default.removeItem(atPath: bench.files.path(".file.part"))
        try FileManager.default.linkItem(atPath: bench.files.path("other"), toPath: bench.files.path(".file.part"))
        try expectRejection(reason: "the partial file .file.part has other hard links. Remove it")
        #expect(bench.content("other") == [1, 2, 3])
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files to others"))
    mutating func partialFileOfOtherUserIsRejected() throws {
        bench.options.resumes = true
        _ = bench.download(interruptedTransport)
        try #require(chown(bench.files.path(".file.part"), 65_534, 65_534) == 0)
        try expectRejection(reason: "the partial file .file.part belongs to another user. Remove it")
        #expect(bench.content(".file.part")?.count == 550)
    }

    @Test(arguments: ["link", "hard link", "owner"])
    mutating func untrustedRecordIsIgnored(kind: String) throws {
        bench.options.resumes = true
        _ = bench.download(interruptedTransport)
        let record = bench.files.path(".file.part.info")
        let other = bench.files.path("other")
        switch kind {
        case "link":
            try FileManager.default.moveItem(atPath: record, toPath: other)
            try FileManager.default.createSymbolicLink(atPath: record, withDestinationPath: other)
        case "hard link": try FileManager.default.linkItem(atPath: record, toPath: other)
        default: guard geteuid() == 0, chown(record, 65_534, 65_534) == 0 else { return }
        }
        let content = bench.content("other")
        let transport = completeTransport
        #expect(bench.download(transport).isCompleted)
        #expect(transport.requests.map { $0.headerFields[.range] } == [nil])
        #expect(bench.content() == file.bytes && bench.content("other") == content)
    }
}
