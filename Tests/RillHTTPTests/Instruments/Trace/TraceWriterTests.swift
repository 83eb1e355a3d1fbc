import Foundation
import RillHTTPTesting
import RillSystem
import RillTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillTracing

/// Tests the order and the limits of the events that a recorder writes.
@Suite struct TraceWriterTests {
    /// A clock that returns the given times and then repeats the last one.
    private struct ListedTimes: Scheduler {
        private let times: [Duration]
        private let reads = Log<Void>()

        init(_ times: [Duration]) {
            self.times = times
        }

        var now: Duration { times[min(reads.append(()).count, times.count) - 1] }

        @discardableResult
        func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
            ImmediateScheduler.shared.schedule(work)
        }

        @discardableResult
        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
            ImmediateScheduler.shared.schedule(work)
        }
    }

    private typealias Key = TraceTimeline.Key

    private let files: TemporaryFiles
    private let path: String

    /// The scheduler on which blocks are written.
    private let disk = TestScheduler()

    init() throws {
        files = try TemporaryFiles()
        path = files.path("trace.json")
    }

    private func recorder(
        _ name: String = "trace.json", limits: TraceWriter.Limits = .init(file: 128 << 20),
        scheduler: any Scheduler = TestScheduler(), calls: FileSystemCalls = FileSystemCalls()
    ) throws -> TraceRecorder {
        try TraceRecorder(
            path: files.path(name), eventLimit: 100_000, capacity: 100, limits: limits, scheduler: scheduler,
            disk: disk, calls: calls)
    }

    /// Closes a recorder, and returns the checked trace.
    private func trace(_ recorder: TraceRecorder, _ location: SourceLocation = #_sourceLocation) throws -> RecordedTrace
    {
        try recorder.close()
        let trace = try RecordedTrace(path: path)
        trace.check(sourceLocation: location)
        return trace
    }

    /// Subscribes to streams that emit nothing.
    private func idleSubscriptions(_ count: Int, _ recorder: TraceRecorder) -> [Disposable] {
        (0..<count).map { _ in
            Observable<Int>.never().instrumented(by: recorder, name: "idle").subscribe { _ in }
        }
    }

    private func recordElements(_ count: Int, with recorder: TraceRecorder) {
        _ = Recorder(Observable.from(0..<count).instrumented(by: recorder, name: "numbers"))
    }

    private func fileSize(_ name: String = "trace.json") throws -> Int {
        try Data(contentsOf: URL(fileURLWithPath: files.path(name))).count
    }

    // MARK: Order

    /// A thread that has read the time can be overtaken by another thread.
    @Test func timestampsFollowEventOrder() throws {
        let times = [0, 10, 30, 20, 40, 35].map { Duration.microseconds($0) }
        let recorder = try recorder(scheduler: ListedTimes(times))
        recorder.record { timeline, time in timeline.begin(Key(id: 1), "a", "subscription", at: time) }
        for _ in 0..<3 { recorder.record { $0.add("element", "next", to: Key(id: 1), at: $1) } }
        let trace = try trace(recorder)
        #expect(trace.instants == ["1: element 30", "1: element 30", "1: element 40"])
        #expect(trace.slices == ["1: a 10+30"])
    }

    @Test func fractionsOfNanosecondsDoNotBreakNesting() throws {
        let times = [0, 900, 1_000, 10_000, 10_100].map {
            Duration(secondsComponent: 0, attosecondsComponent: $0 * 1_000_000)
        }
        let recorder = try recorder(scheduler: ListedTimes(times))
        recorder.record { $0.begin(Key(id: 1), "outer", "subscription", at: $1) }
        recorder.record { $0.begin(Key(id: 2), in: Key(id: 1), "inner", "exchange", at: $1) }
        recorder.record { $0.end(Key(id: 2), at: $1, []) }
        recorder.record { $0.end(Key(id: 1), at: $1, []) }
        #expect(try trace(recorder).slices == ["1: outer 0+0.01", "1: inner 0.001+0.009"])
    }

    @Test func extremeTimesAreRecorded() throws {
        let times: [Duration] = [.seconds(-5), .seconds(Int64.max / 2), .seconds(-7), .seconds(Int64.max / 2)]
        let recorder = try recorder(scheduler: ListedTimes(times))
        recorder.record { $0.begin(Key(id: 1), "a", "subscription", at: $1) }
        recorder.record { $0.end(Key(id: 1), at: $1, []) }
        #expect(try trace(recorder).events("X").count == 1)
    }

    // MARK: Writing

    @Test func recordingDoesNotWaitForFileSystem() throws {
        let count = Log<Void>()
        let other = Log<TraceRecorder>()
        var calls = FileSystemCalls()
        let write = calls.write
        calls.write = { descriptor, bytes throws(FileSystemCalls.Failure) in
            // An event that arrives while a block is written.
            if count.append(()).count == 2, let recorder = other.entries.first {
                _ = Recorder(Observable.of(1).instrumented(by: recorder, name: "during write"))
            }
            return try write(descriptor, bytes)
        }
        let recorder = try recorder(calls: calls)
        other.append(recorder)
        let size = try fileSize()
        recordElements(2_000, with: recorder)
        #expect(try fileSize() == size)
        try disk.run()
        #expect(try fileSize() > size + 100_000)
        #expect(count.entries.count == 2)
        let trace = try trace(recorder)
        #expect(trace.tracks == [1: "numbers", 2: "during write"] && trace.events("i").count == 2_003)
    }

    @Test func fileIsReadableAfterEachBlock() throws {
        let recorder = try recorder(limits: .init(block: 1_000, file: 128 << 20))
        var counts: [Int] = []
        for _ in 0..<20 {
            recordElements(30, with: recorder)
            try disk.run()
            let trace = try RecordedTrace(interrupted: String(contentsOfFile: path, encoding: .utf8))
            trace.check()
            counts.append(trace.events.count)
        }
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func eventsAboveBufferLimitAreCountedUntilBlockIsWritten() throws {
        let recorder = try recorder(limits: .init(block: 1_000, buffer: 10_000, file: 128 << 20))
        recordElements(2_000, with: recorder)
        recordElements(1, with: recorder)
        try disk.run()
        #expect(try fileSize() < 11_000)
        recordElements(2, with: recorder)
        let trace = try trace(recorder)
        let count = try #require(trace.events("i").first { $0.name == "omitted" }?["count"].flatMap { Int($0) })
        // 2,000 elements, their completion, their slice, and the subscription that followed.
        #expect(trace.events("i").count - 1 - 3 + count == 2_003)
        #expect(trace.events("X").map { $0["elements"] } == ["2"])
    }

    @Test(arguments: ["trace.json", "trace.html"])
    func fileDoesNotExceedSizeLimit(name: String) throws {
        let recorder = try recorder(name, limits: .init(block: 1_000, file: 65_536))
        for _ in 0..<20 {
            recordElements(100, with: recorder)
            try disk.run()
        }
        try recorder.close()
        let size = try fileSize(name)
        #expect(size <= 65_536 && size > 63_000)
        let text = try String(contentsOfFile: files.path(name), encoding: .utf8)
        let start = try #require(text.range(of: "[\n{"))
        let end = try #require(text.range(of: "\n]\n", options: .backwards))
        let trace = try RecordedTrace(json: Data(text[start.lowerBound..<end.upperBound].utf8))
        trace.check()
        let count = try #require(trace.events("i").first { $0.name == "omitted" }?["count"].flatMap { Int($0) })
        #expect(count > 10)
        #expect(text.hasSuffix(name == "trace.html" ? "</html>\n" : "]\n"))
    }

    @Test func arrowsArePairedWhenFileIsFull() throws {
        let scheduler = TestScheduler()
        let recorder = try recorder(limits: .init(file: 65_536), scheduler: scheduler)
        for _ in 0..<300 {
            let stream = Observable.of(1).delay(.seconds(1), scheduler: scheduler)
            _ = Recorder(stream.instrumented(by: recorder, name: "a"))
            try scheduler.run()
        }
        try recorder.close()
        let trace = try RecordedTrace(path: path)
        #expect(trace.events("s").count > 20 && trace.events("s").count < 300)
        #expect(trace.events("s").map(\.id) == trace.events("f").map(\.id))
    }

    @Test func innerSliceOfEndedSubscriptionHasNoNegativeDuration() throws {
        let recorder = try recorder()
        let (stream, exchange, attempt) = (Key(id: 1), Key(id: 2), Key(id: 2, attempt: 1))
        recorder.record { $0.begin(stream, "stream", "subscription", at: $1) }
        recorder.record { $0.begin(exchange, in: stream, "GET", "exchange", at: $1) }
        recorder.record { $0.begin(attempt, in: exchange, "attempt", "attempt", at: $1) }
        recorder.record { $0.end(stream, at: $1, []) }
        recorder.record { $0.end(attempt, at: $1, [], parts: [("queue", .seconds(1)), ("connect", .seconds(1))]) }
        recorder.record { $0.end(exchange, at: $1, []) }
        let trace = try trace(recorder)
        let inner = ["1: attempt 0.002+0", "1: queue 0.002+0", "1: connect 0.002+0"]
        #expect(trace.slices == ["1: stream 0+0.001", "1: GET 0.001+0"] + inner)
    }

    @Test func closeWritesActiveSlicesAfterBufferWasFull() throws {
        let recorder = try recorder(limits: .init(block: 1_000, buffer: 10_000, file: 128 << 20))
        let subscriptions = idleSubscriptions(20, recorder)
        recordElements(2_000, with: recorder)
        try recorder.close()
        for subscription in subscriptions { subscription.dispose() }
        let trace = try RecordedTrace(path: path)
        trace.check()
        #expect(trace.events("X").count { $0["outcome"] == "active" } == 20)
        #expect(trace.events("i").contains { $0.name == "omitted" })
    }

    @Test func closeWritesActiveSlicesInBlocks() throws {
        let sizes = Log<Int>()
        var calls = FileSystemCalls()
        let write = calls.write
        calls.write = { descriptor, bytes throws(FileSystemCalls.Failure) in
            sizes.append(bytes.count)
            return try write(descriptor, bytes)
        }
        let recorder = try recorder(limits: .init(block: 1_000, file: 128 << 20), calls: calls)
        let subscriptions = idleSubscriptions(80, recorder)
        try disk.run()
        let count = sizes.entries.count
        try recorder.close()
        for subscription in subscriptions { subscription.dispose() }
        let blocks = sizes.entries.dropFirst(count)
        #expect(blocks.count > 5 && blocks.allSatisfy { $0 < 2_000 })
        #expect(try RecordedTrace(path: path).events("X").count == 80)
    }

    @Test func closeWritesActiveSlicesAboveBufferLimit() throws {
        let recorder = try recorder(limits: .init(buffer: 20_000, file: 128 << 20))
        let subscriptions = idleSubscriptions(80, recorder)
        try recorder.close()
        for subscription in subscriptions { subscription.dispose() }
        #expect(try RecordedTrace(path: path).events("X").count > 60)
    }
}
