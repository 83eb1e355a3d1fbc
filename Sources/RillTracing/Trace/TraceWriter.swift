internal import Foundation
internal import RillHTTP

/// A writer that buffers the events of a recorder and writes them in blocks, one at a time.
///
/// Blocks are written without holding the lock that recording threads acquire, so that they do not wait for the file
/// system.
final class TraceWriter: @unchecked Sendable {
    // `lock` guards the variables. `fileLock`, which is acquired first, guards the file. No user code runs with a lock
    // held.

    /// The size limits of a recorder in bytes.
    struct Limits {
        /// The number of buffered bytes at which a block is written.
        var block = 32 << 10

        /// The maximum number of buffered bytes while the disk is slow, in addition to the block that is being written.
        var buffer = 4 << 20

        /// The maximum size of the file.
        var file: Int
    }

    private let lock = NSLock()
    private let fileLock = NSLock()

    /// The file, or `nil` if it is closed or could not be written.
    private var file: TraceFile?
    private let blockSize: Int
    private let disk: any Scheduler

    /// The timeline, or `nil` if the recording has ended, because the file was closed or could not be written.
    private var timeline: TraceTimeline?
    private var failure: FileWritingError?
    private var isWriteScheduled = false

    /// The latest time of an event, and the time of the last block.
    private var last = Duration.zero
    private var lastBlock = Duration.zero

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - file: The file, to which only this writer appends.
    ///   - eventLimit: The maximum number of events per subscription.
    ///   - capacity: The maximum number of active slices, scheduled work items, and schedulers, each.
    ///   - limits: The size limits.
    ///   - disk: The scheduler on which blocks are written.
    init(_ file: TraceFile, eventLimit: Int, capacity: Int, _ limits: Limits, disk: any Scheduler) {
        self.file = file
        self.disk = disk
        blockSize = limits.block
        let text = TraceText(bufferLimit: limits.buffer, fileRoom: limits.file - file.size - TraceFile.endSize)
        timeline = TraceTimeline(text, eventLimit: eventLimit, capacity: capacity)
    }

    /// Changes the timeline, and schedules a write if a block is complete or a second has passed.
    ///
    /// - Parameters:
    ///   - time: The time of the event. If several threads record, a later event may already have been recorded. This
    ///     event then gets the same time.
    ///   - change: A closure that changes the timeline at a time.
    func record(at time: Duration, _ change: (inout TraceTimeline, _ time: Duration) -> Void) {
        let isWriteDue = lock.withLock {
            let current = max(last, time)
            guard let size = timeline?.apply(change, at: current) else { return false }
            last = current
            guard !isWriteScheduled, size >= blockSize || last - lastBlock >= .seconds(1) else { return false }
            lastBlock = last
            isWriteScheduled = true
            return true
        }
        if isWriteDue { disk.schedule { self.writeBlock() } }
    }

    private func writeBlock() {
        fileLock.withLock {
            let bytes = lock.withLock {
                isWriteScheduled = false
                return timeline?.text.take() ?? []
            }
            write { file throws(FileWritingError) in try file.append(bytes) }
        }
    }

    /// Ends the active slices, and completes the file.
    ///
    /// - Throws: The error of this or an earlier write. It is thrown only once.
    func close(at time: Duration) throws(FileWritingError) {
        let failure = fileLock.withLock {
            let (timeline, end) = lock.withLock {
                defer { self.timeline = nil }
                return (self.timeline, max(last, time))
            }
            if var timeline {
                write { file throws(FileWritingError) in
                    try timeline.endAll(at: end, blockSize: blockSize) { block throws(FileWritingError) in
                        try file.append(block)
                    }
                    try file.end()
                }
                file = nil
            }
            return lock.withLock {
                defer { self.failure = nil }
                return self.failure
            }
        }
        if let failure { throw failure }
    }

    /// Writes to the file, and stops recording if that fails.
    private func write(_ body: (TraceFile) throws(FileWritingError) -> Void) {
        guard let file else { return }
        do throws(FileWritingError) {
            try body(file)
        } catch {
            self.file = nil
            lock.withLock {
                timeline = nil
                failure = error
            }
        }
    }
}
