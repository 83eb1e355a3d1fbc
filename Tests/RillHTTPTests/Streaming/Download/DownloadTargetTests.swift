import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests valid and invalid target paths of downloads.
@Suite struct DownloadTargetTests {
    private var bench: DownloadBench
    private let file = ServedFile(300)

    init() throws {
        bench = try DownloadBench()
        try bench.files.write([1], to: "other")
        try FileManager.default.createDirectory(
            atPath: bench.files.path("folder"), withIntermediateDirectories: false)
        try link("device", to: "/dev/null")
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: bench.files.path(name), withDestinationPath: target)
    }

    private func makeTransport(_ file: ServedFile) -> StubTransport { bench.transport { file.stub($0.headerFields) } }

    @Test(
        arguments: [
            ("missing/file", nil, ENOENT), ("other/file", nil, ENOTDIR), ("folder", "is a directory", nil),
            ("device", "not a regular file", nil),
        ] + ["folder/", "folder/.", "folder/..", "fi\0le"].map { ($0, "the path does not name a file", nil) }
            as [(String, String?, Int32?)], [false, true])
    mutating func invalidPathFailsBeforeSending(_ target: (String, String?, Int32?), resumes: Bool) throws {
        let (name, reason, number) = target
        bench.options.resumes = resumes
        let transport = makeTransport(file)
        let client = makeClient(transport)
        let path = "\(bench.files.path(""))/\(name)"
        let stream = client.download(Tags(), to: path, options: bench.options)
        let error = try Recorder(stream).afterAdvancing(bench.scheduler).failure()
        #expect(error.stage == .file)
        #expect(error.attempts == 0)
        #expect(transport.requests.isEmpty)
        let failure = try #require(error.underlying as? FileWritingError)
        #expect(failure.errorNumber == number)
        #expect(failure.path == path)
        if let reason { #expect(failure.reason == reason) }
        #expect(bench.names == ["device", "folder", "other"])
    }

    @Test func emptyPathFails() throws {
        let transport = makeTransport(file)
        let stream = makeClient(transport).download(Tags(), to: "", options: bench.options)
        #expect(try Recorder(stream).afterAdvancing(bench.scheduler).failure().stage == .file)
        #expect(transport.requests.isEmpty)
    }

    @Test(.enabled(if: getuid() != 0, "root can write to every folder"))
    func missingPermissionFails() throws {
        let folder = bench.files.path("folder")
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
        let error = try bench.download(makeTransport(file), to: "folder/file").failure()
        #expect((error.underlying as? FileWritingError)?.errorNumber == EACCES)
    }

    @Test(
        arguments: [
            "a", ".hidden", "..a", "with space", "日本語.zip", "e\u{301}", "%2F", "-", "~",
            String(repeating: "n", count: 200), String(repeating: "n", count: 255), String(repeating: "語", count: 85),
        ], [false, true])
    mutating func acceptsUnusualFileNames(name: String, resumes: Bool) throws {
        bench.options.resumes = resumes
        let broken = bench.transport { [file] in file.stub($0.headerFields, breakingAfter: 150) }
        #expect(bench.download(broken, to: name).apiError?.stage == .transport)
        #expect(bench.names.count == (resumes ? 5 : 3))
        let recorder = bench.download(makeTransport(file), to: name)
        #expect(recorder.isCompleted)
        #expect(recorder.values.first?.completed == (resumes ? 150 : 0))
        #expect(bench.content(name) == file.bytes)
        #expect(bench.names.count == 4)
    }

    @Test mutating func distinguishesLongNames() throws {
        bench.options.resumes = true
        let names = ["a", "b"].map { String(repeating: "n", count: 254) + $0 }
        for name in names {
            _ = bench.download(bench.transport { [file] in file.stub($0.headerFields, breakingAfter: 150) }, to: name)
        }
        #expect(bench.names.count == 7)
        for name in names { #expect(bench.download(makeTransport(file), to: name).values.first?.completed == 150) }
    }

    @Test func replacesSymbolicLinkItself() throws {
        try link("link", to: "other")
        try link("dangling", to: "nowhere")
        for name in ["link", "dangling"] {
            #expect(bench.download(makeTransport(file), to: name).isCompleted)
            #expect(bench.content(name) == file.bytes)
        }
        #expect(bench.content("other") == [1])
        #expect(bench.names == ["dangling", "device", "folder", "link", "other"])
    }

    @Test(arguments: ["folder", "other", "device", "dangling"])
    mutating func rejectsLinkAtPartialFilePath(target: String) throws {
        // In a shared folder, another user can create a link with this name.
        bench.options.resumes = true
        try link(".file.part", to: target)
        let transport = makeTransport(file)
        let error = try bench.download(transport).failure()
        #expect((error.underlying as? FileWritingError)?.errorNumber == ELOOP)
        #expect(transport.requests.isEmpty)
        #expect(bench.content("other") == [1])
    }

    @Test mutating func rejectsPipeAtPartialFilePath() throws {
        bench.options.resumes = true
        try #require(mkfifo(bench.files.path(".file.part"), 0o600) == 0)
        let transport = makeTransport(file)
        let error = try bench.download(transport).failure()
        #expect((error.underlying as? FileWritingError)?.errorNumber == EINVAL)
        #expect(transport.requests.isEmpty)
    }
}
