internal import Foundation

/// The writer of one exchange, which can be closed from any thread while it is in use.
final class CacheRecording: @unchecked Sendable {
    // `writer`, `isInUse` and `isClosed` are guarded by `lock`. The other state is accessed by the thread
    // that set `isInUse`.

    private let lock = NSLock()
    private var writer: (any CacheWriter)?
    private var isInUse = false

    /// Whether recording has stopped, so that the writer must be canceled.
    private var isClosed = false

    /// The number of bytes that can still be recorded.
    private var remaining: Int

    /// - Parameter limit: The maximum size of the body in bytes.
    init(limit: Int) {
        remaining = limit
    }

    /// Starts recording.
    func start(_ writer: any CacheWriter) {
        let isLate = lock.withLock {
            if !isClosed { self.writer = writer }
            return isClosed
        }
        if isLate { writer.cancel() }
    }

    /// Records a chunk.
    ///
    /// Stops recording if the body exceeds the limit or cannot be written.
    func append(_ bytes: [UInt8]) {
        // Ignore empty chunks: an unlimited number of them could arrive.
        guard !bytes.isEmpty else { return }
        use { writer in
            remaining -= bytes.count
            if remaining >= 0, (try? writer.append(bytes)) != nil { return true }
            writer.cancel()
            return false
        }
    }

    /// Stores the response.
    ///
    /// Returns `false` if the response was not recorded completely.
    func commit(_ metadata: [UInt8]) -> Bool {
        var isStored = false
        use { writer in
            isStored = (try? writer.commit(metadata: metadata)) != nil
            return false
        }
        return isStored
    }

    /// Stops recording, so that no more chunks are written, until ``close()`` discards the response.
    ///
    /// Returns `false` if recording had already stopped.
    func stop() -> Bool {
        lock.withLock {
            defer { isClosed = true }
            return !isClosed
        }
    }

    /// Discards the response unless it has been stored, or after the writer is no longer in use.
    func close() {
        let writer: (any CacheWriter)? = lock.withLock {
            isClosed = true
            return isInUse ? nil : self.writer.take()
        }
        writer?.cancel()
    }

    /// Calls a closure with the writer, if there is one, and drops the writer if the closure returns `false`.
    private func use(_ body: (any CacheWriter) -> Bool) {
        let writer: (any CacheWriter)? = lock.withLock {
            guard !isClosed, self.writer != nil else { return nil }
            isInUse = true
            return self.writer
        }
        guard let writer else { return }
        let isKept = body(writer)
        let closed: (any CacheWriter)? = lock.withLock {
            isInUse = false
            if !isKept { self.writer = nil }
            return isClosed ? self.writer.take() : nil
        }
        closed?.cancel()
    }
}
