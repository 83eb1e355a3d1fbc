import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillSystem
import RillTestSupport
import Synchronization
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillTracing

/// Tests the file of a recorder while it is being written and after an interruption.
@Suite struct TraceFileTests {
    private let files: TemporaryFiles
    private let path: String

    init() throws {
        files = try TemporaryFiles()
        path = files.path("trace.json")
    }

    private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    /// Returns a recorder that writes on the recording thread.
    private func recorder(
        _ scheduler: TestScheduler = TestScheduler(), calls: FileSystemCalls = FileSystemCalls()
    ) throws -> TraceRecorder {
        try TraceRecorder(
            path: path, eventLimit: 100_000, capacity: 100, limits: .init(file: 128 << 20), scheduler: scheduler,
            disk: ImmediateScheduler.shared, calls: calls)
    }

    private func recordElements(_ count: Int, with recorder: TraceRecorder) {
        _ = Recorder(Observable.from(0..<count).instrumented(by: recorder, name: "numbers"))
    }

    /// Checks that the first call that closes a recorder throws the error of a full disk.
    private func expectFullDisk(_ recorder: TraceRecorder, _ location: SourceLocation = #_sourceLocation) throws {
        let error = #expect(throws: FileWritingError.self, sourceLocation: location) { try recorder.close() }
        #expect(error?.description == "cannot write \(path): No space left on device", sourceLocation: location)
        try recorder.close()
    }

    @Test func fileIsReadableBeforeItIsClosed() throws {
        let recorder = try recorder()
        #expect(try RecordedTrace(interrupted: text()).events.map(\.name) == ["process_name"])
        recordElements(2_000, with: recorder)
        let events = try RecordedTrace(interrupted: text()).events
        #expect(events.count > 300 && events.count < 2_000)
        try recorder.close()
        #expect(try RecordedTrace(path: path).events("i").count == 2_001)
    }

    @Test func eventAfterOneSecondWritesBufferedEvents() throws {
        let scheduler = TestScheduler()
        let recorder = try recorder(scheduler)
        let source = PublishSubject<Int>()
        let subscription = source.instrumented(by: recorder, name: "numbers").subscribe { _ in }
        scheduler.advance(by: .milliseconds(999))
        source.onNext(1)
        #expect(try RecordedTrace(interrupted: text()).events.count == 1)
        scheduler.advance(by: .milliseconds(1))
        source.onNext(2)
        #expect(try RecordedTrace(interrupted: text()).events("i").count == 2)
        subscription.dispose()
    }

    /// The process is killed in the middle of a write.
    @Test(arguments: [1, 2, 100, 5_000, 40_000])
    func eventsBeforeInterruptedWriteAreReadable(byteCount: Int) throws {
        let left = Atomic(byteCount)
        var calls = FileSystemCalls()
        let write = calls.write
        calls.write = { descriptor, bytes throws(FileSystemCalls.Failure) in
            let count = min(left.load(ordering: .relaxed), bytes.count)
            left.subtract(count, ordering: .relaxed)
            if count > 0 { _ = try write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
            // A killed process writes nothing more and reports no error.
            return bytes.count
        }
        let recorder = try recorder(calls: calls)
        recordElements(2_000, with: recorder)
        try recorder.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(bytes.count == byteCount)
        // Events are separated by line breaks, which show the complete ones.
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(separator: "\n").dropFirst()
        let complete = lines.filter { $0.hasSuffix("},") }.joined(separator: "\n").dropLast()
        let trace = try RecordedTrace(json: Data("[\(complete)]".utf8))
        #expect(trace.events.count >= lines.count - 1)
        #expect(trace.events("i").count >= byteCount / 120 - 4)
    }

    @Test func failedWriteStopsRecordingAfterCompleteEvent() throws {
        let isFull = Atomic(false)
        var calls = FileSystemCalls()
        let write = calls.write
        calls.write = { descriptor, bytes throws(FileSystemCalls.Failure) in
            guard isFull.load(ordering: .relaxed) else { return try write(descriptor, bytes) }
            if bytes.count < 100 { throw FileSystemCalls.Failure(ENOSPC) }
            return try write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - 50)]))
        }
        let recorder = try recorder(calls: calls)
        recordElements(2_000, with: recorder)
        isFull.store(true, ordering: .relaxed)
        recordElements(2_000, with: recorder)
        #expect(try RecordedTrace(interrupted: text()).events("i").count > 300)
        try expectFullDisk(recorder)
        // The file is no longer locked.
        try TraceRecorder(path: path).close()
    }

    @Test func failureToWriteEndIsThrownOnce() throws {
        let isFull = Atomic(false)
        var calls = FileSystemCalls()
        let write = calls.write
        calls.write = { descriptor, bytes throws(FileSystemCalls.Failure) in
            guard !isFull.load(ordering: .relaxed) else { throw FileSystemCalls.Failure(ENOSPC) }
            return try write(descriptor, bytes)
        }
        let recorder = try recorder(calls: calls)
        recordElements(10, with: recorder)
        isFull.store(true, ordering: .relaxed)
        try expectFullDisk(recorder)
        recordElements(10, with: recorder)
        #expect(try RecordedTrace(interrupted: text()).events.map(\.name) == ["process_name"])
        // The file is no longer locked.
        try TraceRecorder(path: path).close()
    }

    @Test func secondRecorderForSameFileFails() throws {
        let recorder = try recorder()
        recordElements(1, with: recorder)
        let error = #expect(throws: FileWritingError.self) { try TraceRecorder(path: path) }
        #expect(
            error?.description == """
                cannot write \(path): another TraceRecorder or program has locked the file. Close it first, or choose another path
                """)
        recordElements(2, with: recorder)
        try recorder.close()
        #expect(try RecordedTrace(path: path).events("X").count == 2)
        // A closed recorder permits the next one even though it still exists.
        let next = try TraceRecorder(path: path)
        recordElements(3, with: recorder)
        try next.close()
        #expect(try RecordedTrace(path: path).events("X").isEmpty)
    }

    @Test func releasedRecorderCompletesFile() throws {
        recordElements(1, with: try TraceRecorder(path: path))
        #expect(try RecordedTrace(path: path).events("X").count == 1)
    }

    @Test func replacesExistingFileAndRestrictsNewFile() throws {
        try files.write(TemporaryFiles.pattern(100_000), to: "trace.json")
        try TraceRecorder(path: path).close()
        #expect(try RecordedTrace(path: path).events.count == 1)
        let new = files.path("new.json")
        try TraceRecorder(path: new).close()
        let permissions = try FileManager.default.attributesOfItem(atPath: new)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
    }

    @Test func rejectsPathThatIsNotRegularFile() throws {
        #expect(throws: FileWritingError.self) { try TraceRecorder(path: files.path("missing/trace.json")) }
        let link = files.path("link.json")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        for path in [files.path(""), link, "/dev/null"] {
            let error = #expect(throws: FileWritingError.self) { try TraceRecorder(path: path) }
            #expect(error?.description == "cannot write \(path): not a regular file. Choose another path")
        }
    }

    @Test func concurrentSubscriptionsAreNested() async throws {
        let recorder = try TraceRecorder(path: path)
        var client = makeClient(StubTransport { _ in .json("1") })
        client.instruments = [recorder]
        let queue = ConcurrentDispatchQueueScheduler()
        let stream = Observable.from(0..<40).flatMap(maxConcurrent: 8) { [client] number in
            client.send(Anything<Int>()).subscribeOn(queue).observeOn(queue)
                .instrumented(by: recorder, name: "request \(number)")
        }
        let values = try await stream.instrumented(by: recorder, name: "all").toArray().firstValue()
        #expect(values.count == 40)
        try recorder.close()
        let trace = try RecordedTrace(path: path)
        trace.check()
        #expect(trace.events("X").filter { $0.cat == "attempt" }.count == 40)
        #expect(trace.events("s").count >= 80)
    }
}
