import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import Testing

/// Tests the verification of complete files before they are moved to the target.
@Suite struct DownloadVerificationTests {
    private struct VerificationError: Error, CustomStringConvertible {
        var description: String { "checksum mismatch" }
    }

    private var bench: DownloadBench
    private let file = ServedFile(1_000)
    private let calls = Log<String>()

    init() throws {
        bench = try DownloadBench()
    }

    private func makeTransport(_ file: ServedFile) -> StubTransport { bench.transport { file.stub($0.headerFields) } }

    /// Records each verification: status code, file size, whether the file is in the folder, and the size of the
    /// target.
    private mutating func recordVerification(_ body: @escaping @Sendable () throws -> Void = {}) {
        bench.options.verify = { [bench, calls] path, head in
            let count = try Data(contentsOf: URL(fileURLWithPath: path)).count
            let isInFolder = path != bench.files.path("file") && path.hasPrefix(bench.files.path(""))
            calls.append("\(head.status.code) \(count) \(isInFolder) \(bench.content().map { $0.count } ?? 0)")
            try body()
        }
    }

    @Test(arguments: [false, true])
    mutating func verifiesCompleteFileBeforeMove(resumes: Bool) throws {
        bench.options.resumes = resumes
        try bench.files.write([1, 2, 3], to: "file")
        recordVerification()
        #expect(bench.download(makeTransport(file)).values.last?.isFinished == true)
        #expect(calls.entries == ["200 1000 true 3"])
        bench.expectOnlyFile(file.bytes)
    }

    @Test(arguments: [false, true])
    mutating func removesFileIfVerificationFails(resumes: Bool) throws {
        bench.options.resumes = resumes
        try bench.files.write([1, 2, 3], to: "file")
        recordVerification { throw VerificationError() }
        let recorder = bench.download(makeTransport(file))
        #expect(recorder.values.map(\.completed).last == 1_000)
        #expect(!recorder.values.contains { $0.isFinished })
        let error = try #require(recorder.apiError)
        #expect(error.stage == .file)
        #expect(error.status == .ok)
        #expect(error.underlying is VerificationError)
        #expect("\(error)".contains("checksum mismatch"))
        bench.expectOnlyFile([1, 2, 3])

        bench.options.verify = nil
        #expect(bench.download(makeTransport(file)).values.first?.resumedFrom == 0)
        #expect(bench.content() == file.bytes)
    }

    @Test mutating func verifiesCompleteResumedFile() {
        bench.options.resumes = true
        recordVerification()
        let broken = bench.download(bench.transport { [file] in file.stub($0.headerFields, breakingAfter: 550) })
        #expect(broken.apiError?.stage == .transport)
        #expect(calls.entries.isEmpty)
        #expect(bench.download(makeTransport(file)).isCompleted)
        #expect(calls.entries == ["206 1000 true 0"])
        #expect(bench.content() == file.bytes)
    }

    @Test mutating func verifiesFileAfter416() throws {
        bench.options.resumes = true
        // The final move fails because a folder has the same name, so the complete partial file is kept.
        bench.options.verify = { [bench] _, _ in
            try FileManager.default.createDirectory(
                atPath: bench.files.path("file"), withIntermediateDirectories: false)
        }
        #expect(bench.download(makeTransport(file)).apiError?.stage == .file)
        #expect(bench.names.contains(".file.part"))
        try FileManager.default.removeItem(atPath: bench.files.path("file"))
        recordVerification()
        #expect(bench.download(makeTransport(file)).isCompleted)
        #expect(calls.entries == ["416 1000 true 0"])
        #expect(bench.content() == file.bytes)
    }

    @Test(arguments: [false, true])
    mutating func disposalDuringVerificationPreventsMove(resumes: Bool) throws {
        bench.options.resumes = resumes
        let subscriptions = Log<Disposable>()
        recordVerification { for subscription in subscriptions.entries { subscription.dispose() } }
        let (recorder, subscription) = bench.progress(makeTransport(file)).record()
        subscriptions.append(subscription)
        try bench.scheduler.run()
        #expect(calls.entries == ["200 1000 true 0"])
        #expect(recorder.values.last?.completed == 1_000)
        #expect(!recorder.values.contains { $0.isFinished })
        #expect(bench.names == (resumes ? [".file.part", ".file.part.info"] : []))
    }
}
