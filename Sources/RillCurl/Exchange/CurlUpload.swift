#if os(Linux)
    internal import RillHTTPTypes
    internal import RillSystem

    /// The request body of an exchange, read by libcurl.
    ///
    /// libcurl requests data when it can send. A body in memory or in a file provides it immediately, on the loop's
    /// thread. A file is read straight into libcurl's buffer. A stream without data makes libcurl pause the upload, and
    /// wakes the loop when data arrives.
    final class CurlUpload: @unchecked Sendable {  // `lock` guards the variables; no callbacks run with the lock held
        /// The result of reading from the body.
        enum Portion {
            /// The number of bytes read, or 0 at the end.
            case bytes(Int)
            /// No data is available. The loop is woken when data arrives.
            case notReady
            /// The body cannot be read or has the wrong length.
            case failed(TransportError)
        }

        /// The number of buffered bytes at which the source is paused.
        private static let highWaterMark = 64 * 1024

        /// The maximum number of buffered bytes.
        ///
        /// The exchange fails if a source that ignores back-pressure exceeds it.
        private static let limit = 16 << 20

        private let body: HTTPBody
        private let count: Int?
        private let jobs: CurlJobs
        private let wake: @Sendable () -> Void

        /// The number of buffered bytes below which the source is resumed.
        private static let lowWaterMark = 16 * 1024

        private let lock = Lock()
        private var file: FileReader?
        private var source: PausableSubscription<[UInt8]>?
        private var attempt = 0  // to read the body; events of earlier attempts are ignored
        private var buffer: [UInt8] = []
        private var offset = 0  // of the first unread byte in `buffer`
        private var end: CurlResult?
        private var needsWake = false
        private var isStarved = false
        private var isClosed = false
        private var sent = 0
        private var received = 0  // from the source

        /// - Parameters:
        ///   - body: The request body.
        ///   - count: The declared length in bytes, or `nil` if unknown.
        ///   - jobs: The jobs of the loop, which call the source. Used on the loop's thread only.
        ///   - wake: A closure that is called on any thread when data arrives after a read without data.
        init(_ body: HTTPBody, count: Int?, jobs: CurlJobs, wake: @escaping @Sendable () -> Void) {
            self.body = body
            self.count = count
            self.jobs = jobs
            self.wake = wake
            reset()
        }

        // MARK: For the loop's thread

        /// Whether libcurl waits for data from a stream.
        ///
        /// The value stays `true` until libcurl reads again, which happens some time after the loop was woken.
        var isStarving: Bool { lock.withLock { isStarved } }

        /// Whether libcurl does not need more of the body.
        var isRead: Bool {
            let isRead = lock.withLock {
                if end == .completed { sent == count || offset == buffer.count } else { sent == count }
            }
            // libcurl sends a body that it has copied without reading it.
            return isRead || count.map { body.isCopied(count: $0) } ?? false
        }

        /// The failure of the body, which ends the exchange unless the body has been read completely.
        var failure: TransportError? { lock.withLock { unreadFailure } }

        /// Copies the next data to `room`.
        func read(into room: UnsafeMutableRawBufferPointer) -> Portion {
            if let path = body.filePath { return readFile(at: path, into: room) }
            let (portion, source) = lock.withLock {
                let portion = copy(into: room)
                return (portion, sourceToOpen())
            }
            if let source { jobs.add(.perform { self.open(source) }) }
            return portion
        }

        /// Opens a source, unless the exchange has ended or another attempt reads the body since.
        private func open(_ source: PausableSubscription<[UInt8]>) {
            if lock.withLock({ !isClosed && self.source === source }) { source.open() }
        }

        /// The progress of the upload, if the body reports it.
        var progress: TransferProgress? {
            body.report == nil ? nil : TransferProgress(completed: lock.withLock { sent }, total: count)
        }

        private func readFile(at path: String, into room: UnsafeMutableRawBufferPointer) -> Portion {
            do {
                let (opened, sent) = lock.withLock { (self.file, self.sent) }
                let file = try opened ?? FileReader(path)
                // A file that has grown is sent up to its length at the beginning.
                let rest = UnsafeMutableRawBufferPointer(rebasing: room.prefix(count.map { $0 - sent } ?? room.count))
                let readCount = try file.read(into: rest)
                return lock.withLock {
                    if !isClosed { self.file = file }
                    return portion(of: readCount, in: room)
                }
            } catch {
                return .failed(.unreadableBody(error))
            }
        }

        /// Restarts the body from the beginning.
        func rewind() {
            let old = lock.withLock {
                defer { reset() }
                return source
            }
            if let old { jobs.add(.perform { old.dispose() }) }
        }

        /// Ends reading when the exchange has ended.
        func finish() {
            if let old = takeSource() { jobs.add(.perform { old.dispose() }) }
        }

        // MARK: From any thread

        /// Ends reading when the exchange is canceled.
        func cancel() {
            takeSource()?.dispose()
        }

        private func takeSource() -> PausableSubscription<[UInt8]>? {
            lock.withLock {
                defer {
                    source = nil
                    file = nil
                }
                isClosed = true
                return source
            }
        }

        // MARK: With the lock held

        private var unreadFailure: TransportError? {
            if case .failed(let failure) = end, sent != count || received > count ?? .max { failure } else { nil }
        }

        private func reset() {
            file = nil
            source = nil
            attempt += 1
            buffer = body.bytes ?? []
            end = body.bytes == nil ? nil : .completed
            offset = 0
            needsWake = false
            isStarved = false
            sent = 0
            received = 0
        }

        /// Returns the source if more data should be requested from it.
        private func sourceToOpen() -> PausableSubscription<[UInt8]>? {
            guard buffer.count - offset <= Self.lowWaterMark, end == nil, !isClosed else { return nil }
            if let source { return source }
            let attempt = attempt
            let newSource = PausableSubscription(body.unreportedChunks, "upload") { [weak self] event in
                self?.receive(event, ofAttempt: attempt)
            }
            source = newSource
            return newSource
        }

        private func copy(into room: UnsafeMutableRawBufferPointer) -> Portion {
            isStarved = false
            if case .failed(let failure) = end { return .failed(failure) }
            let bytes = buffer[offset...].prefix(room.count)
            bytes.withUnsafeBytes { room.copyMemory(from: $0) }
            offset += bytes.count
            if bytes.isEmpty, !room.isEmpty, end == nil {
                needsWake = true
                isStarved = true
                return .notReady
            }
            return portion(of: bytes.count, in: room)
        }

        /// Counts the bytes that were read, and compares the length of the body with the declared length.
        private func portion(of readCount: Int, in room: UnsafeMutableRawBufferPointer) -> Portion {
            sent += readCount
            if let count, sent > count { return .failed(.wrongBodyLength("more than \(count) bytes", declared: count)) }
            if let count, sent < count, readCount == 0, !room.isEmpty {
                return .failed(.wrongBodyLength("\(sent) bytes", declared: count))
            }
            return .bytes(readCount)
        }

        // MARK: From the source

        /// Processes an event of the source, unless it belongs to a previous attempt.
        private func receive(_ event: Event<[UInt8]>, ofAttempt number: Int) {
            let (sender, needsWake) = lock.withLock { () -> (PausableSubscription<[UInt8]>?, Bool) in
                guard !isClosed, attempt == number, end == nil else { return (nil, false) }
                switch event {
                case .next(let bytes):
                    guard !bytes.isEmpty else { return (source, false) }
                    append(bytes)
                case .error(let error):
                    end = .failed(.unreadableBody(error))
                case .completed:
                    end = .completed
                }
                defer { self.needsWake = false }
                // After a failure, libcurl may never read again, because the server does not.
                return (source, self.needsWake || unreadFailure != nil)
            }
            guard let sender else { return }
            if failure != nil {
                sender.dispose()
            } else if !event.isTerminal, isFull {
                sender.pause()
                // The loop may have emptied the buffer in the meantime, and resumed the source before it was paused.
                if !isFull { sender.open() }
            }
            if needsWake { wake() }
        }

        private func append(_ bytes: [UInt8]) {
            if offset == buffer.count {
                buffer.removeAll(keepingCapacity: true)
                offset = 0
            } else if offset >= max(Self.highWaterMark, buffer.count / 2) {
                buffer.removeFirst(offset)
                offset = 0
            }
            buffer += bytes
            received += bytes.count
            // Newer versions of libcurl (observed in 8.14) read no more than the declared length.
            if let count, received > count {
                end = .failed(.wrongBodyLength("more than \(count) bytes", declared: count))
            }
            guard buffer.count - offset > Self.limit else { return }
            end = .failed(.bodyBufferOverflow(limit: Self.limit))
        }

        private var isFull: Bool { lock.withLock { buffer.count - offset >= Self.highWaterMark } }
    }
#endif
