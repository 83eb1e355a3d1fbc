public import Rill

/// How an answer is written to a file.
public struct DownloadOptions: Sendable {
    /// Whether what has arrived is kept when a download breaks off or is disposed, for the next one to go on from; false
    /// unless said otherwise.
    public var resumes: Bool

    /// Whether the file is on the disk, and not only in the system's memory, before the download completes; true unless
    /// said otherwise.
    public var synchronizes: Bool

    /// Where the file is written.
    public var scheduler: any Scheduler

    /// Looks at the complete file before it is moved to its place, by its digest for example; nil unless said otherwise.
    ///
    /// It is given the path that the file has until then, and the head of the answer: where an earlier download was gone on
    /// with, that of the rest (206), or of an answer that says that nothing is missing (416). Where it throws, the file is
    /// thrown away, and the download fails at the stage `file` with the error underneath. It is called on ``scheduler``.
    public var verify: (@Sendable (_ file: String, _ head: HTTPResponse) throws -> Void)?

    /// How the system is asked to write, for tests of what it may do.
    package var system = FileSystemCalls()

    /// Creates options.
    ///
    /// - Parameters:
    ///   - resumes: Whether what has arrived is kept for the next download to go on from.
    ///   - synchronizes: Whether the file is on the disk before the download completes.
    ///   - scheduler: Where the file is written, which may take its time; a queue of the system if left out.
    ///   - verify: Looks at the complete file before it is moved to its place.
    public init(
        resumes: Bool = false, synchronizes: Bool = true,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        verify: (@Sendable (_ file: String, _ head: HTTPResponse) throws -> Void)? = nil
    ) {
        self.resumes = resumes
        self.synchronizes = synchronizes
        self.scheduler = scheduler
        self.verify = verify
    }
}
