public import Rill

/// An instrument that writes a timeline of subscriptions and exchanges to a file.
///
///     let recorder = try TraceRecorder(path: "search.html")
///     try await withInstrument(recorder) { try await search() }
///     try recorder.close()
///
/// If the path ends in `.html`, the file is a page that draws the timeline, without a server or a network. Other files contain
/// JSON in the trace event format, which Perfetto and `chrome://tracing` open.
///
/// The file contains:
/// - a slice for each subscription, on a track of its own, and for each exchange, attempt, and phase within it;
/// - an instant for each element, error, completion, and retry, up to a limit per subscription;
/// - a slice for work on a scheduler, on a track of the scheduler, and an arrow from the subscription that scheduled it;
/// - a counter for each buffer that pauses its source.
///
/// A slice is written when it ends, so an interrupted recording contains no slices of active subscriptions. ``close()`` writes
/// them with the outcome `active`.
///
/// ## Files
/// Events are buffered, and written when 32 KiB have accumulated or at the first event at least one second after the last write.
/// If the process is killed, all written events are readable: the array then has no closing bracket, which Perfetto and the page do not require.
/// If the file cannot be written, recording stops and ``close()`` throws the error.
///
/// Only the owner of a new file can read it.
///
/// ## Memory
/// The memory is bounded: events are kept until they are written, and of active subscriptions, exchanges, and attempts
/// together the first 65,536 are recorded, and of work items the first 65,536. The number of the others is added to the file.
///
/// ## Secrets
/// The file contains names of subscriptions, checkpoints, and schedulers, call sites, redacted URLs, trace IDs, and metrics with the
/// remote address. Elements, other header fields, bodies, and the context are omitted. Of an error, only the type and the kind are
/// recorded.
public final class TraceRecorder: HTTPInstrument, @unchecked Sendable {  // the variables are guarded by `lock`
    private let scheduler: any Scheduler
    private let start: Duration
    private let lock = Lock()
    private var timeline: TraceTimeline

    /// The file, or `nil` if it is closed or could not be written.
    private var file: TraceFile?
    private var failure: FileWritingError?
    private var lastWrite = Duration.zero

    /// The number of bytes that are kept before they are written.
    private static let blockSize = 32 << 10

    /// Creates a recorder, and creates or replaces its file.
    ///
    /// - Parameters:
    ///   - path: The path of the file. If it ends in `.html`, the file is a page; otherwise it contains JSON.
    ///   - eventLimit: The maximum number of instants and counter values per subscription, at least 0. The others are counted.
    ///     Defaults to 1,000.
    ///   - scheduler: The scheduler used for timestamps. Defaults to a global concurrent queue.
    /// - Throws: A ``FileWritingError``.
    public convenience init(
        path: String, eventLimit: Int = 1_000, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) throws {
        try self.init(path: path, eventLimit: eventLimit, capacity: 65_536, scheduler: scheduler)
    }

    init(
        path: String, eventLimit: Int, capacity: Int, scheduler: any Scheduler,
        calls: FileSystemCalls = FileSystemCalls()
    ) throws {
        precondition(eventLimit >= 0, "TraceRecorder: eventLimit must be at least 0, got \(eventLimit)")
        self.scheduler = scheduler
        start = scheduler.now
        timeline = TraceTimeline(eventLimit: eventLimit, capacity: capacity)
        file = try TraceFile(path: path, calls: calls)
    }

    deinit {
        try? close()
    }

    /// Ends the active slices, and completes the file.
    ///
    /// Later events are not recorded. Called on deinitialization, which ignores errors.
    ///
    /// - Throws: A ``FileWritingError`` if the file could not be written, including a failure of an earlier write.
    public func close() throws {
        let time = scheduler.now - start
        let failure = lock.withLock { () -> FileWritingError? in
            if file != nil {
                timeline.endAll(at: time)
                write(at: time)
                write { file throws(FileWritingError) in try file.end() }
                file = nil
            }
            defer { self.failure = nil }
            return self.failure
        }
        if let failure { throw failure }
    }

    // MARK: Writing

    /// Changes the timeline at the current time, and writes its events if a block is complete.
    ///
    /// No user code runs with the lock held. Threads that record at the same time wait for the file to be written.
    func record(_ change: (inout TraceTimeline, _ time: Duration) -> Void) {
        let time = scheduler.now - start
        lock.withLock {
            guard file != nil else { return }
            change(&timeline, time)
            if timeline.text.bytes.count >= Self.blockSize || time - lastWrite >= .seconds(1) { write(at: time) }
        }
    }

    private func write(at time: Duration) {
        lastWrite = time
        write { file throws(FileWritingError) in try file.append(timeline.text.bytes) }
        timeline.text.removeAll()
    }

    /// Writes to the file, or stops recording if it has failed.
    private func write(_ body: (TraceFile) throws(FileWritingError) -> Void) {
        guard let file else { return }
        do throws(FileWritingError) {
            try body(file)
        } catch {
            failure = error
            self.file = nil
        }
    }
}
