/// How far a download has got.
public struct DownloadProgress: Sendable, Hashable {
    /// How many bytes of the file are there, those of an earlier attempt included.
    public var completed: Int

    /// How many there are in all; nil where the server has not said so.
    public var total: Int?

    /// How many bytes an earlier attempt had left; 0 for a download from the beginning.
    public var resumedFrom: Int

    /// Whether the file is complete and lies where it should; true of the last progress alone.
    public var isInPlace: Bool

    /// Creates a progress.
    ///
    /// - Parameters:
    ///   - completed: How many bytes of the file are there.
    ///   - total: How many there are in all; nil where nobody has said so.
    ///   - resumedFrom: How many bytes an earlier attempt had left.
    ///   - isInPlace: Whether the file is complete and lies where it should.
    public init(completed: Int, total: Int? = nil, resumedFrom: Int = 0, isInPlace: Bool = false) {
        self.completed = completed
        self.total = total
        self.resumedFrom = resumedFrom
        self.isInPlace = isInPlace
    }

    /// The part of the file that is there, 0 to 1; nil where the total is not known.
    public var fraction: Double? {
        if isInPlace { return 1 }
        return total.map { $0 > 0 ? min(Double(completed) / Double($0), 1) : 1 }
    }
}
