public import RillHTTP
internal import RillSystem

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
/// A slice is written when it ends, so an interrupted recording does not contain the slices of active subscriptions.
/// ``close()`` writes these with the outcome `active`.
///
/// ## Files
/// Events are buffered, and are written on a queue when 32 KiB have accumulated, or at the first event that occurs at
/// least one second after the last write. Threads that record do not wait for the file system.
///
/// If the process is killed, all written events are readable: the array then has no closing bracket, which Perfetto,
/// `chrome://tracing`, and the page do not require. If the file cannot be written, for example because the disk is full,
/// recording stops and ``close()`` throws the error.
///
/// Only the owner of a new file can read it. The file is locked until ``close()``, so that a second recorder for the same file
/// fails, unless the file system does not support locks.
///
/// ## Limits
/// The memory use and the size of the file are bounded. Items that exceed a limit are omitted and counted, and
/// ``close()`` writes their number, which does not include the events and the work of omitted subscriptions.
/// - At most 65,536 active subscriptions, exchanges, and attempts are recorded in total, and at most 65,536 pending
///   work items and 65,536 schedulers.
/// - Names and other texts are truncated to 1,000 bytes of UTF-8.
/// - While the disk is slow, up to 4 MiB of events are buffered, in addition to up to 4 MiB that are being written.
/// - The events of a subscription and the size of the file have limits of their own; see
///   ``init(path:eventLimit:sizeLimit:scheduler:)``.
///
/// ## Secrets
/// The file contains names of subscriptions, checkpoints, and schedulers, call sites, redacted URLs, trace IDs, and
/// metrics with the remote address. Elements, other header fields, bodies, and the context are omitted. Only the type
/// and the kind of an error are recorded.
public final class TraceRecorder: HTTPInstrument {
    private let scheduler: any Scheduler
    private let start: Duration
    private let writer: TraceWriter

    /// The minimum `sizeLimit`, which leaves room for the head of a page.
    private static let minimumSize = 64 << 10

    /// Creates a recorder and creates or replaces its file.
    ///
    /// - Parameters:
    ///   - path: The path of the file. If it ends in `.html`, the file is a page; otherwise it contains JSON.
    ///   - eventLimit: The maximum number of instants and counter values per subscription, at least 0. Others are only
    ///     counted. Defaults to 1,000.
    ///   - sizeLimit: The maximum size of the file in bytes, at least 65,536. Events beyond it are only counted.
    ///     Defaults to 128 MiB.
    ///   - scheduler: The scheduler used for timestamps. Defaults to a global concurrent queue.
    /// - Throws: A `FileWritingError` if the file cannot be written or is locked by another recorder or program.
    public convenience init(
        path: String, eventLimit: Int = 1_000, sizeLimit: Int = 128 << 20,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) throws {
        try self.init(
            path: path, eventLimit: eventLimit, capacity: 65_536, limits: .init(file: sizeLimit), scheduler: scheduler,
            disk: SerialDispatchQueueScheduler(label: "rill.trace"))
    }

    init(
        path: String, eventLimit: Int, capacity: Int, limits: TraceWriter.Limits, scheduler: any Scheduler,
        disk: any Scheduler, calls: FileSystemCalls = FileSystemCalls()
    ) throws {
        precondition(eventLimit >= 0, "TraceRecorder: eventLimit must not be negative, got \(eventLimit)")
        precondition(
            limits.file >= Self.minimumSize,
            "TraceRecorder: sizeLimit must be at least \(Self.minimumSize), got \(limits.file)")
        self.scheduler = scheduler
        start = scheduler.now
        let file = try TraceFile(path: path, calls: calls)
        writer = TraceWriter(file, eventLimit: eventLimit, capacity: capacity, limits, disk: disk)
    }

    deinit {
        try? close()
    }

    /// Ends the active slices and completes the file.
    ///
    /// Later events are not recorded. Deinitialization also closes the file and ignores errors.
    ///
    /// - Throws: A `FileWritingError` if the file could not be written, including a failure of an earlier write.
    public func close() throws {
        try writer.close(at: time)
    }

    /// Changes the timeline at the current time.
    func record(_ change: (inout TraceTimeline, _ time: Duration) -> Void) {
        writer.record(at: time, change)
    }

    private var time: Duration { (scheduler.now - start).rounded }
}
