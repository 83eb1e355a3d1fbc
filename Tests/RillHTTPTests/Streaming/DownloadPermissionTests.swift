import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

/// Who may read a download, and which partial files are not trusted.
@Suite struct DownloadPermissionTests {
    private var bench: DownloadBench
    private let file = ServedFile(1_000)

    init() throws {
        bench = try DownloadBench()
    }

    private var serving: StubTransport { bench.transport { [file] in file.stub($0.headerFields) } }

    private var breaking: StubTransport {
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
    mutating func keepsThePermissionsOfTheFileItReplaces(permissions: Int, resumes: Bool) throws {
        bench.options.resumes = resumes
        try bench.files.write([1], to: "file")
        try setPermissions(permissions, of: "file")
        #expect(bench.download(serving).isCompleted)
        #expect(bench.content() == file.bytes)
        // New content never runs as another user.
        #expect(try self.permissions("file") == permissions & 0o777)
    }

    @Test mutating func keepsThePermissionsOfTheFileBehindALink() throws {
        try bench.files.write([1], to: "other")
        try setPermissions(0o640, of: "other")
        try FileManager.default.createSymbolicLink(
            atPath: bench.files.path("file"), withDestinationPath: bench.files.path("other"))
        #expect(bench.download(serving).isCompleted)
        #expect(try permissions("file") == 0o640)
    }

    @Test(arguments: [false, true]) mutating func newFileHasThePermissionsThatTheProcessGives(resumes: Bool) throws {
        bench.options.resumes = resumes
        let descriptor = open(bench.files.path("usual"), O_CREAT | O_WRONLY, 0o666)
        try #require(descriptor >= 0)
        close(descriptor)
        #expect(bench.download(serving).isCompleted)
        #expect(try permissions("file") == permissions("usual"))
        #expect(bench.names == ["file", "usual"])
    }

    // MARK: Partial files

    @Test(arguments: [false, true]) mutating func partialFilesBelongToTheirOwnerAlone(resumes: Bool) throws {
        bench.options.resumes = resumes
        try bench.files.write([1], to: "file")
        try setPermissions(0o666, of: "file")
        let recording = Recording(bench.progress(serving))
        bench.scheduler.advance(by: .seconds(3))
        let partial = bench.names.filter { $0 != "file" }
        #expect(partial.count == (resumes ? 2 : 1))
        for name in partial { #expect(try permissions(name) & 0o077 == 0, "\(name)") }
        recording.subscription.dispose()
        bench.scheduler.advance(by: .seconds(3))
        #expect(bench.names == (resumes ? [".file.part", ".file.part.info", "file"] : ["file"]))
    }

    @Test mutating func partialFileThatOthersMayReadIsClosedToThem() throws {
        bench.options.resumes = true
        _ = bench.download(breaking)
        try setPermissions(0o644, of: ".file.part")
        let recording = Recording(bench.progress(serving))
        bench.scheduler.advance(by: .seconds(1))
        #expect(try permissions(".file.part") == 0o600)
        recording.subscription.dispose()
    }

    // MARK: Files of others

    private func expectRefusal(reason: String) throws {
        let transport = serving
        let error = try bench.download(transport).failure()
        #expect(error.stage == .file)
        #expect((error.underlying as? FileWritingError)?.reason == reason)
        #expect(transport.requests.isEmpty)
    }

    @Test mutating func partialFileWithAnotherLinkIsNotAdopted() throws {
        bench.options.resumes = true
        _ = bench.download(breaking)
        try bench.files.write([1, 2, 3], to: "other")
        try FileManager.default.removeItem(atPath: bench.files.path(".file.part"))
        try FileManager.default.linkItem(atPath: bench.files.path("other"), toPath: bench.files.path(".file.part"))
        try expectRefusal(reason: "the partial file .file.part has other hard links; remove it")
        #expect(bench.content("other") == [1, 2, 3])
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files to others"))
    mutating func partialFileOfAnotherUserIsNotAdopted() throws {
        bench.options.resumes = true
        _ = bench.download(breaking)
        try #require(chown(bench.files.path(".file.part"), 65_534, 65_534) == 0)
        try expectRefusal(reason: "the partial file .file.part belongs to another user; remove it")
        #expect(bench.content(".file.part")?.count == 550)
    }

    @Test(arguments: ["link", "hard link", "owner"])
    mutating func recordOfOthersIsIgnored(kind: String) throws {
        bench.options.resumes = true
        _ = bench.download(breaking)
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
        let transport = serving
        #expect(bench.download(transport).isCompleted)
        #expect(transport.requests.map { $0.headerFields[.range] } == [nil])
        #expect(bench.content() == file.bytes && bench.content("other") == content)
    }
}
