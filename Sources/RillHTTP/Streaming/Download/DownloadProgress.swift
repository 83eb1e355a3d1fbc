/// The progress of a download.
public struct DownloadProgress: Sendable, Hashable {
    /// The number of bytes in the file, including bytes from an earlier attempt.
    public var completed: Int

    /// The total number of bytes, or `nil` if unknown.
    public var total: Int?

    /// The number of bytes from an earlier attempt.
    ///
    /// 0 if the download started from the beginning.
    public var resumedFrom: Int

    /// Whether the file is complete and has been moved to its target.
    ///
    /// `true` only in the last progress value.
    public var isFinished: Bool

    /// Creates a progress value.
    ///
    /// - Parameters:
    ///   - completed: The number of bytes in the file.
    ///   - total: The total number of bytes. Defaults to `nil`, which means unknown.
    ///   - resumedFrom: The number of bytes from an earlier attempt. Defaults to 0.
    ///   - isFinished: Whether the file is complete and has been moved to its target. Defaults to `false`.
    public init(completed: Int, total: Int? = nil, resumedFrom: Int = 0, isFinished: Bool = false) {
        self.completed = completed
        self.total = total
        self.resumedFrom = resumedFrom
        self.isFinished = isFinished
    }

    /// The completed fraction from 0 to 1, or `nil` if the total is unknown.
    public var fraction: Double? {
        isFinished ? 1 : TransferProgress(completed: completed, total: total).fraction
    }
}
