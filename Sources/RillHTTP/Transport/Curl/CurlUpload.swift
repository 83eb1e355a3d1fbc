#if os(Linux)
    internal import Rill

    /// The body of one exchange, on its way from where it lies to libcurl.
    ///
    /// libcurl asks for bytes when it has room. A body in memory or in a file gives them at once, on the loop's thread; a
    /// stream may say "later", and wakes the loop when it has some.
    final class CurlUpload: @unchecked Sendable {  // `lock` guards the variables; nobody is called under it
        /// What one request for bytes brings.
        enum Portion {
            /// So many bytes; zero at the end.
            case bytes(Int)
            /// Nothing yet: the loop will be woken.
            case later
            /// The body cannot be sent.
            case failed(CurlFailure)
        }

        private enum End {
            case good
            case bad(CurlFailure)
        }

        /// The source is held back while at least this waits.
        private static let comfortable = 64 * 1024

        /// More than this never waits: a source that cannot be held back fails the exchange.
        private static let limit = 16 << 20

        private let body: HTTPBody
        private let count: Int?
        private let wake: @Sendable () -> Void

        private let lock = Lock()
        private var source: HeldSource<[UInt8]>?
        private var waiting: [UInt8] = []
        private var offset = 0  // of the first byte in `waiting` that was not taken
        private var end: End?
        private var isAwaited = false
        private var hasNothing = false
        private var isClosed = false
        private var sent = 0

        /// - Parameters:
        ///   - body: What to send.
        ///   - count: How many bytes were announced; nil for none.
        ///   - wake: Called, from any thread, when there are bytes after a "later".
        init(_ body: HTTPBody, count: Int?, wake: @escaping @Sendable () -> Void) {
            self.body = body
            self.count = count
            self.wake = wake
            begin()
        }

        // MARK: For the loop

        /// Whether libcurl waits for a stream that has nothing to send yet.
        ///
        /// It does so until it has asked again, which may be a while after it has been woken.
        var isStarving: Bool { lock.withLock { hasNothing } }

        /// Fills `room` with what is next.
        func read(into room: UnsafeMutableRawBufferPointer) -> Portion {
            if let source = lock.withLock({ sourceToOpen() }) { source.open() }
            let (portion, sent) = lock.withLock { (take(into: room), self.sent) }
            if case .bytes = portion, let report = body.report {
                report(TransferProgress(completed: sent, total: count))
            }
            return portion
        }

        /// Goes back to the beginning.
        func rewind() {
            let old = lock.withLock {
                defer { begin() }
                return source
            }
            old?.dispose()
        }

        /// Lets go of the source, from any thread.
        func close() {
            let old = lock.withLock {
                defer { source = nil }
                isClosed = true
                return source
            }
            old?.dispose()
        }

        // MARK: Under the lock

        private func begin() {
            source = nil
            if let bytes = body.bytes {
                waiting = bytes
                end = .good
            } else {
                waiting = []
                end = nil
            }
            offset = 0
            isAwaited = false
            hasNothing = false
            sent = 0
        }

        /// The source, if it should give more.
        private func sourceToOpen() -> HeldSource<[UInt8]>? {
            guard offset == waiting.count, end == nil, !isClosed else { return nil }
            if let source { return source }
            let reading = CurlReading(self)
            let fresh = HeldSource(body.chunks, "upload") { reading.take($0) }
            reading.source = fresh
            source = fresh
            return fresh
        }

        private func take(into room: UnsafeMutableRawBufferPointer) -> Portion {
            hasNothing = false
            if case .bad(let failure) = end { return .failed(failure) }
            let portion = waiting[offset...].prefix(room.count)
            portion.withUnsafeBytes { room.copyMemory(from: $0) }
            offset += portion.count
            sent += portion.count
            if let count, sent > count { return .failed(Self.wrongLength("more than \(count) bytes", count)) }
            if !portion.isEmpty || room.isEmpty { return .bytes(portion.count) }
            guard end != nil else {
                isAwaited = true
                hasNothing = true
                return .later
            }
            if let count, sent < count { return .failed(Self.wrongLength("\(sent) bytes", count)) }
            return .bytes(0)
        }

        private static func wrongLength(_ found: String, _ count: Int) -> CurlFailure {
            CurlFailure(kind: .sendFailed, message: "the body has \(found), but \(count) were announced")
        }

        // MARK: From the source

        /// Takes an event, unless it comes from an attempt that was given up.
        fileprivate func take(_ event: Event<[UInt8]>, from sender: HeldSource<[UInt8]>) {
            let isAwaited = lock.withLock {
                guard !isClosed, sender === source, end == nil else { return false }
                switch event {
                case .next(let bytes):
                    guard !bytes.isEmpty else { return false }
                    append(bytes)
                case .error(let error):
                    end = .bad(CurlFailure(kind: .sendFailed, message: "the body could not be read: \(error)"))
                case .completed:
                    end = .good
                }
                defer { self.isAwaited = false }
                return self.isAwaited
            }
            if hasOverflowed {
                sender.dispose()
            } else if !event.isTerminal, isFull {
                sender.pause()
                // The loop may have taken all in between, and have asked for more too early.
                if !isFull { sender.open() }
            }
            if isAwaited { wake() }
        }

        private func append(_ bytes: [UInt8]) {
            if offset == waiting.count {
                waiting.removeAll(keepingCapacity: true)
                offset = 0
            } else if offset >= max(Self.comfortable, waiting.count / 2) {
                waiting.removeFirst(offset)
                offset = 0
            }
            waiting += bytes
            guard waiting.count - offset > Self.limit else { return }
            let message = "the body comes faster than it can be sent, and cannot be held back: \(Self.limit) bytes wait"
            end = .bad(CurlFailure(kind: .sendFailed, message: message))
        }

        private var hasOverflowed: Bool {
            lock.withLock { if case .bad = end { true } else { false } }
        }

        private var isFull: Bool { lock.withLock { waiting.count - offset >= Self.comfortable } }
    }

    /// Tells from which attempt at reading the body events come.
    private final class CurlReading: @unchecked Sendable {  // `source` is set once, before the first event
        weak var source: HeldSource<[UInt8]>?
        private weak var upload: CurlUpload?

        init(_ upload: CurlUpload) {
            self.upload = upload
        }

        func take(_ event: Event<[UInt8]>) {
            if let source { upload?.take(event, from: source) }
        }
    }
#endif
