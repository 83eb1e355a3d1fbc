import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

/// Downloads whose complete file is looked at before it is moved to its place.
@Suite struct DownloadVerificationTests {
    private struct Refusal: Error, CustomStringConvertible {
        var description: String { "that is not what it should be" }
    }

    private var bench: DownloadBench
    private let file = ServedFile(1_000)
    private let calls = Log<String>()

    init() throws {
        bench = try DownloadBench()
    }

    private func serving(_ file: ServedFile) -> StubTransport { bench.transport { file.stub($0.headerFields) } }

    /// Notes what is looked at: the status, how many bytes there are, and what lies in the folder.
    private mutating func noting(_ body: @escaping @Sendable () throws -> Void = {}) {
        bench.options.verify = { [bench, calls] path, head in
            let count = try Data(contentsOf: URL(fileURLWithPath: path)).count
            let isBeside = path != bench.files.path("file") && path.hasPrefix(bench.files.path(""))
            calls.append("\(head.status.code) \(count) \(isBeside) \(bench.content().map { $0.count } ?? 0)")
            try body()
        }
    }

    @Test(arguments: [false, true])
    mutating func seesTheWholeFileBeforeItIsInItsPlace(resumes: Bool) throws {
        bench.options.resumes = resumes
        try bench.files.write([1, 2, 3], to: "file")
        noting()
        let recording = bench.download(serving(file))
        #expect(recording.elements.last?.isInPlace == true)
        #expect(calls.entries == ["200 1000 true 3"])
        #expect(bench.content() == file.bytes)
        #expect(bench.names == ["file"])
    }

    @Test(arguments: [false, true])
    mutating func throwsAwayWhatIsRefused(resumes: Bool) throws {
        bench.options.resumes = resumes
        try bench.files.write([1, 2, 3], to: "file")
        noting { throw Refusal() }
        let recording = bench.download(serving(file))
        #expect(recording.elements.map(\.completed).last == 1_000)
        #expect(!recording.elements.contains { $0.isInPlace })
        let error = try #require(recording.lastError)
        #expect(error.stage == .file)
        #expect(error.status == .ok)
        #expect(error.underlying is Refusal)
        #expect("\(error)".contains("that is not what it should be"))
        #expect(bench.content() == [1, 2, 3])
        #expect(bench.names == ["file"])

        bench.options.verify = nil
        #expect(bench.download(serving(file)).elements.first?.resumedFrom == 0)
        #expect(bench.content() == file.bytes)
    }

    @Test mutating func seesAllOfAFileThatWasGoneOnWith() {
        bench.options.resumes = true
        noting()
        let broken = bench.download(bench.transport { [file] in file.stub($0.headerFields, breakingAfter: 550) })
        #expect(broken.lastError?.stage == .transport)
        #expect(calls.entries.isEmpty)
        #expect(bench.download(serving(file)).isCompleted)
        #expect(calls.entries == ["206 1000 true 0"])
        #expect(bench.content() == file.bytes)
    }

    @Test mutating func seesAFileOfWhichNothingWasMissing() throws {
        bench.options.resumes = true
        // The last step fails, as a folder is in the way: all has come, and is kept.
        bench.options.verify = { [bench] _, _ in
            try FileManager.default.createDirectory(
                atPath: bench.files.path("file"), withIntermediateDirectories: false)
        }
        #expect(bench.download(serving(file)).lastError?.stage == .file)
        #expect(bench.names.contains(".file.part"))
        try FileManager.default.removeItem(atPath: bench.files.path("file"))
        noting()
        #expect(bench.download(serving(file)).isCompleted)
        #expect(calls.entries == ["416 1000 true 0"])
        #expect(bench.content() == file.bytes)
    }

    @Test(arguments: [false, true])
    mutating func movesNothingThatWasDisposedMeanwhile(resumes: Bool) throws {
        bench.options.resumes = resumes
        let subscriptions = Log<Disposable>()
        noting { for subscription in subscriptions.entries { subscription.dispose() } }
        let recording = Recording(bench.progress(serving(file)))
        subscriptions.append(recording.subscription)
        try bench.scheduler.run()
        #expect(calls.entries == ["200 1000 true 0"])
        #expect(recording.elements.last?.completed == 1_000)
        #expect(!recording.elements.contains { $0.isInPlace })
        #expect(bench.names == (resumes ? [".file.part", ".file.part.info"] : []))
    }
}
