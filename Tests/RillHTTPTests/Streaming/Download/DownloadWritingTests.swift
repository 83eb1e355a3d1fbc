import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillSystem
import RillTestSupport
import Testing

/// Tests downloads with failing, partial or slow writes.
@Suite struct DownloadWritingTests {
    private var bench: DownloadBench
    private let file = ServedFile(1_000)
    private let partialFiles = [".file.part", ".file.part.info"]

    init() throws {
        bench = try DownloadBench()
    }

    private func makeTransport(_ file: ServedFile) -> StubTransport { bench.transport { file.stub($0.headerFields) } }

    /// Returns file system calls that fail to write chunks, starting at a given chunk number.
    private func failing(_ number: Int32, from first: Int) -> FileSystemCalls {
        var system = FileSystemCalls()
        let count = Log<Int>()
        system.write = { [write = system.write] descriptor, bytes throws(FileSystemCalls.Failure) in
            // Writes to the record file are not counted.
            if bytes.count == 100 { count.append(0) }
            guard count.entries.count < first else { throw FileSystemCalls.Failure(number) }
            return try write(descriptor, bytes)
        }
        return system
    }

    @Test(arguments: [false, true])
    mutating func fullDiskFailsDownload(resumes: Bool) throws {
        bench.options.resumes = resumes
        bench.options.system = failing(ENOSPC, from: 4)
        let transport = makeTransport(file)
        let recorder = bench.download(transport)
        #expect(recorder.values.map(\.completed) == [0, 100, 200, 300])
        let error = try #require(recorder.apiError)
        #expect(error.stage == .file)
        #expect(error.status == .ok)
        let failure = try #require(error.underlying as? FileWritingError)
        #expect(failure.errorNumber == ENOSPC)
        #expect(failure.path == bench.files.path("file"))
        #expect("\(failure)" == "cannot write \(failure.path): No space left on device")
        #expect(transport.requests.map(\.state) == [.cancelled])
        #expect(bench.names == (resumes ? partialFiles : []))

        bench.options.system = FileSystemCalls()
        #expect(bench.download(makeTransport(file)).values.first?.completed == (resumes ? 300 : 0))
        bench.expectOnlyFile(file.bytes)
    }

    @Test mutating func continuesAfterPartialAndInterruptedWrites() {
        let calls = Log<Int>()
        bench.options.system.write = {
            [write = bench.options.system.write] descriptor, bytes throws(FileSystemCalls.Failure) in
            calls.append(0)
            if calls.entries.count % 3 == 0 { throw FileSystemCalls.Failure(EINTR) }
            return try write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(7)))
        }
        #expect(bench.download(makeTransport(file)).isCompleted)
        #expect(bench.content() == file.bytes)
        #expect(calls.entries.count > 200)
    }

    @Test mutating func writeOfZeroBytesFails() {
        bench.options.system.write = { _, _ throws(FileSystemCalls.Failure) in 0 }
        let recorder = bench.download(makeTransport(file))
        #expect((recorder.apiError?.underlying as? FileWritingError)?.errorNumber == EIO)
        #expect(bench.names == [])
    }

    // MARK: Synchronization

    @Test(arguments: [false, true])
    mutating func synchronizesFileAndFolder(resumes: Bool) {
        let calls = Log<[String]>()
        let bench = bench
        var options = DownloadOptions(resumes: resumes, scheduler: bench.scheduler)
        options.system.synchronize = { _ throws(FileSystemCalls.Failure) in calls.append(bench.names) }
        self.bench.options = options
        #expect(self.bench.download(makeTransport(file)).isCompleted)
        // Before and after the move.
        #expect(calls.entries.count == 2)
        #expect(calls.entries.first?.contains("file") == false)
        #expect(calls.entries.last == ["file"])

        options.synchronizes = false
        self.bench.options = options
        #expect(self.bench.download(makeTransport(file)).isCompleted)
        #expect(calls.entries.count == 2)
    }

    @Test(arguments: [false, true])
    mutating func failedSynchronizationRemovesFile(resumes: Bool) {
        bench.options.resumes = resumes
        bench.options.system.synchronize = { _ throws(FileSystemCalls.Failure) in throw FileSystemCalls.Failure(EIO) }
        let recorder = bench.download(makeTransport(file))
        #expect(recorder.values.last?.completed == 1_000)
        #expect(recorder.values.last?.isFinished == false)
        #expect(recorder.apiError?.stage == .file)
        #expect(recorder.apiError?.attempts == 1)
        #expect((recorder.apiError?.underlying as? FileWritingError)?.errorNumber == EIO)
        #expect(bench.names == [])
    }

    @Test mutating func ignoresFailedFolderSynchronization() {
        let calls = Log<Int>()
        bench.options.system.synchronize = { _ throws(FileSystemCalls.Failure) in
            calls.append(0)
            if calls.entries.count == 2 { throw FileSystemCalls.Failure(EINVAL) }
        }
        #expect(bench.download(makeTransport(file)).isCompleted)
        #expect(bench.content() == file.bytes)
    }

    @Test(arguments: [false, true])
    mutating func failedMoveKeepsResumableFile(resumes: Bool) throws {
        bench.options.resumes = resumes
        let recorder = Recorder(bench.progress(makeTransport(file)))
        bench.scheduler.advance(by: .milliseconds(500))
        let folder = bench.files.path("file")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        bench.scheduler.advance(by: .seconds(60))
        #expect((recorder.apiError?.underlying as? FileWritingError)?.errorNumber == EISDIR)
        #expect(bench.names == (resumes ? partialFiles : []) + ["file"])
        try FileManager.default.removeItem(atPath: folder)
        let transport = makeTransport(file)
        #expect(bench.download(transport).isCompleted)
        #expect(transport.requests.first?.headerFields[.range] == (resumes ? "bytes=1000-" : nil))
        bench.expectOnlyFile(file.bytes)
    }

    // MARK: Cancellation

    @Test(arguments: [false, true])
    mutating func disposalDuringWriteStopsDownload(resumes: Bool) {
        for call in 1...10 {
            let subscriptions = Log<Disposable>()
            let calls = Log<Int>()
            var options = DownloadOptions(resumes: resumes, scheduler: bench.scheduler)
            options.system.write = { [write = options.system.write] descriptor, bytes throws(FileSystemCalls.Failure) in
                if bytes.count == 100 { calls.append(0) }
                if calls.entries.count == call { subscriptions.entries.first?.dispose() }
                return try write(descriptor, bytes)
            }
            bench.options = options
            let ledger = Ledger()
            ledger.watch {
                let (recorder, subscription) = bench.progress(makeTransport(file)).record()
                subscriptions.append(subscription)
                bench.scheduler.advance(by: .seconds(60))
                #expect(calls.entries.count == call)
                #expect(recorder.values.count == call)
                #expect(bench.names == (resumes ? partialFiles : []))
            }
            #expect(ledger.leakReport == nil)
            if resumes {
                #expect(bench.content(".file.part") == Array(file.bytes.prefix(100 * call)))
                for name in partialFiles { try? FileManager.default.removeItem(atPath: bench.files.path(name)) }
            }
        }
    }

    @Test(arguments: [false, true])
    mutating func disposalDuringSynchronizationStopsDownload(resumes: Bool) {
        for call in 1...2 {
            let subscriptions = Log<Disposable>()
            let calls = Log<Int>()
            var options = DownloadOptions(resumes: resumes, scheduler: bench.scheduler)
            options.system.synchronize = { _ throws(FileSystemCalls.Failure) in
                calls.append(0)
                if calls.entries.count == call { subscriptions.entries.first?.dispose() }
            }
            bench.options = options
            let (recorder, subscription) = bench.progress(makeTransport(file)).record()
            subscriptions.append(subscription)
            bench.scheduler.advance(by: .seconds(60))
            #expect(calls.entries.count == call)
            #expect(recorder.values.allSatisfy { !$0.isFinished })
            // The second synchronization follows the move.
            #expect(bench.names == (call == 2 ? ["file"] : resumes ? partialFiles : []))
        }
    }

    // MARK: System limits

    #if os(Linux)
        @Test mutating func exceedingMaximumFileSizeFails() throws {
            bench.options.resumes = true
            let limit = 1 << 30
            let start = bench.transport { [file] _ in
                .respond(
                    fields: [.eTag: "\"1\"", .contentLength: "\(limit + 100)"],
                    chunks: [.init(Array(file.bytes.prefix(100)))], then: .fail(TransportError(.closedEarly)))
            }
            #expect(bench.download(start).apiError?.stage == .transport)
            // A sparse file of the maximum size. No other test writes beyond this limit.
            try #require(truncate(bench.files.path(".file.part"), limit) == 0)
            let transport = bench.transport { [file] _ in
                .respond(
                    status: .partialContent,
                    fields: [.contentRange: "bytes \(limit)-\(limit + 99)/\(limit + 100)", .eTag: "\"1\""],
                    chunks: [.init(Array(file.bytes.prefix(100)))])
            }
            let recorder = try withMaximumFileSize(limit) { bench.download(transport) }
            #expect(recorder.values.map(\.completed) == [limit])
            #expect((recorder.apiError?.underlying as? FileWritingError)?.errorNumber == EFBIG)
            #expect(bench.names == partialFiles)
        }

        /// Calls a closure while the maximum file size is limited.
        private func withMaximumFileSize<Result>(_ size: Int, _ body: () -> Result) throws -> Result {
            let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
            // `SIGXFSZ` terminates the process unless it is ignored or blocked, as the implementation does.
            let handler = signal(SIGXFSZ, SIG_DFL)
            var (signals, mask) = (sigset_t(), sigset_t())
            sigemptyset(&signals)
            sigaddset(&signals, SIGXFSZ)
            pthread_sigmask(SIG_UNBLOCK, &signals, &mask)
            defer {
                pthread_sigmask(SIG_SETMASK, &mask, nil)
                signal(SIGXFSZ, handler)
            }
            var before = rlimit()
            try #require(getrlimit(resource, &before) == 0)
            var limit = before
            limit.rlim_cur = rlim_t(size)
            try #require(setrlimit(resource, &limit) == 0)
            defer { setrlimit(resource, &before) }
            return body()
        }
    #endif
}
