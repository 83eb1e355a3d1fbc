public import RillHTTPTypes
package import RillSystem

/// Options for downloads to a file.
public struct DownloadOptions: Sendable {
    /// Whether the partial file is kept when a download fails or is disposed, so that the next one can resume it.
    ///
    /// Defaults to `false`.
    public var resumes: Bool

    /// Whether the file is synchronized to the storage device before the download completes.
    ///
    /// Defaults to `true`.
    public var synchronizes: Bool

    /// The scheduler used for file operations.
    ///
    /// File operations can block its threads.
    public var scheduler: any Scheduler

    /// A closure that verifies the complete file, for example by its digest, before the file is moved to its target.
    ///
    /// Defaults to `nil`.
    ///
    /// The closure receives the temporary path of the file and the response head. For a resumed download, this is the
    /// head of the partial response (206), or of the response indicating that the file is already complete (416). If the
    /// closure throws, the file is deleted, and the download fails at the stage `file` with the thrown error. The closure
    /// is called on ``scheduler``.
    public var verify: (@Sendable (_ file: String, _ head: HTTPResponse) throws -> Void)?

    /// The file system calls, replaceable in tests.
    package var system = FileSystemCalls()

    /// Creates options.
    ///
    /// - Parameters:
    ///   - resumes: Whether the partial file is kept, so that the next download can resume it. Defaults to `false`.
    ///   - synchronizes: Whether the file is synchronized to the storage device before the download completes. Defaults
    ///     to `true`.
    ///   - scheduler: The scheduler used for file operations, which can block. Defaults to a concurrent dispatch queue.
    ///   - verify: A closure that verifies the complete file before it is moved to its target. Defaults to `nil`.
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
