#if os(Linux)
    internal import Dispatch
    internal import RillHTTPTypes

    /// The exchange of one subscription.
    ///
    /// As the handler of a transfer, it only appends events. They are delivered later, one at a time, as a job of the loop. While
    /// the subscriber is paused, or does not keep up, the transfer is paused.
    final class CurlExchange: CurlTransferHandler, @unchecked Sendable {
        // `transfer` is set once, before the transfer starts. `loop` is used by the calls on the loop's thread, and by `deinit`
        // after them. `lock` guards `state`. `hasHead` is used by `deliver()`, of which one call runs at a time.

        /// The number of undelivered bytes at which the transfer is paused.
        private static let highWaterMark = 256 * 1024

        private struct State {
            var messages: [CurlMessage] = []

            /// The number of bytes of the body that have not been delivered completely.
            var byteCount = 0

            /// Whether ``CurlExchange/deliver()`` is due or runs, or the delivery waits until the subscriber resumes.
            var isActive = false

            /// Whether the delivery waits until the subscriber resumes.
            var isParked = false

            /// Whether the transfer is paused.
            var isPaused = false

            /// The result of the exchange if it has ended.
            var result: CurlResult?

            /// Whether nothing that is pending has to wait until the subscriber resumes.
            var canEnd: Bool { if case .failed = result { true } else { result != nil && byteCount == 0 } }

            /// Appends a small chunk to the last one, because each message takes much more memory than a few bytes.
            mutating func appendToLastChunk(_ message: CurlMessage) -> Bool {
                guard case .chunk(let bytes) = message, case .chunk(var last) = messages.last,
                    last.count + bytes.count <= 16 * 1024
                else { return false }
                // Otherwise, appending would copy the last chunk.
                messages.removeLast()
                last += bytes
                messages.append(.chunk(last))
                return true
            }
        }

        private let observer: Observer<TransportEvent>
        private let delegate: (any TransportDelegate)?
        private let report: (@Sendable (TransferProgress) -> Void)?
        private let lock = Lock()
        @exclusivity(unchecked) private var state = State()
        private var transfer: CurlTransfer?

        /// Retained while the exchange runs, so that the transport itself can be released.
        private let loops: CurlLoops
        private var loop: CurlLoop?

        /// Whether the response head has been delivered, which does not wait until the subscriber resumes.
        private var hasHead = false

        init(
            _ observer: Observer<TransportEvent>, on loops: CurlLoops, _ delegate: (any TransportDelegate)?,
            _ report: (@Sendable (TransferProgress) -> Void)?
        ) {
            self.observer = observer
            self.loops = loops
            self.delegate = delegate
            self.report = report
        }

        deinit {
            loop?.release()
        }

        func start(_ request: HTTPRequest, _ body: HTTPBody?) throws(TransportError) -> CurlTransfer {
            let transfer = CurlTransfer(
                request: try CurlRequest(request, body: body), handler: self, measures: delegate?.needsMetrics == true)
            let loop = loops.assignLoop(for: transfer.request)
            self.transfer = transfer
            self.loop = loop
            try loop.start(transfer)
            return transfer
        }

        // MARK: From the loop

        func receive(_ message: CurlMessage) {
            switch message {
            case .head:
                if let transfer { loops.noteResponse(to: transfer.request, isHTTP1: transfer.isHTTP1) }
            case .end:
                // Before the subscriber starts another exchange.
                loop?.release()
                loop = nil
            default: break
            }
            let isDue = lock.withLock {
                if state.messages.isEmpty { state.messages.reserveCapacity(4) }
                if case .progress = message, case .progress = state.messages.last { state.messages.removeLast() }
                if !state.appendToLastChunk(message) { state.messages.append(message) }
                switch message {
                case .chunk(let bytes):
                    state.byteCount += bytes.count
                    updatePause()
                case .end(let result):
                    state.result = result
                    if state.isParked, state.canEnd {
                        state.isParked = false
                        return true
                    }
                default: break
                }
                defer { state.isActive = true }
                return !state.isActive
            }
            if isDue { transfer?.jobs?.add(.deliver(self)) }
        }

        // MARK: From any thread

        /// Delivers all events, until none is pending or the subscriber is paused.
        func deliver() {
            var batch: [CurlMessage] = []
            var position = 0
            var deliveredBytes = 0
            var ignoresPause = false
            while true {
                if !ignoresPause, observer.isPaused, canWait(at: position, of: batch) {
                    switch park(batch[position...], after: deliveredBytes) {
                    case .waits: return
                    case .continues: ignoresPause = true
                    case .hasResumed: (batch, position) = ([], 0)
                    }
                    deliveredBytes = 0
                } else if position < batch.count {
                    deliver(batch[position])
                    deliveredBytes += batch[position].byteCount
                    position += 1
                } else {
                    batch.removeAll(keepingCapacity: true)
                    position = 0
                    takeMessages(into: &batch, after: deliveredBytes)
                    deliveredBytes = 0
                    if batch.isEmpty { return }
                }
            }
        }

        private func canWait(at position: Int, of batch: [CurlMessage]) -> Bool {
            guard position < batch.count else { return hasHead }
            if case .chunk = batch[position] { return true }
            return false
        }

        /// Takes all pending events, and ends the delivery if there are none.
        private func takeMessages(into batch: inout [CurlMessage], after deliveredBytes: Int) {
            lock.withLock {
                state.byteCount -= deliveredBytes
                updatePause()
                if state.messages.isEmpty { state.isActive = false }
                swap(&batch, &state.messages)
            }
        }

        private func deliver(_ message: CurlMessage) {
            guard !observer.isDisposed else { return }
            switch message {
            case .metrics(let metrics): delegate?.didMeasure(metrics)
            case .resend(let failure): delegate?.willResend(after: failure)
            case .progress(let progress): report?(progress)
            case .head(let head):
                hasHead = true
                observer.onNext(.head(head))
            case .chunk(let bytes): observer.onNext(.chunk(bytes))
            case .end(.completed): observer.onCompleted()
            case .end(.failed(let error)): observer.onError(error)
            }
        }

        // MARK: Pauses

        private enum Parking {
            /// The delivery continues when the subscriber resumes.
            case waits
            /// The events are delivered although the subscriber is paused, because the exchange has ended.
            case continues
            case hasResumed
        }

        /// Waits until the subscriber resumes.
        ///
        /// - Parameters:
        ///   - rest: The events that have been taken and not delivered.
        ///   - deliveredBytes: The number of bytes that have been delivered since the events were taken.
        private func park(_ rest: ArraySlice<CurlMessage>, after deliveredBytes: Int) -> Parking {
            let isParked = lock.withLock {
                state.byteCount -= deliveredBytes
                if state.canEnd { return false }
                state.messages.insert(contentsOf: rest, at: 0)
                state.isParked = true
                updatePause()
                return true
            }
            guard isParked else { return .continues }
            if observer.whenResumed({ self.resume() }) { return .waits }
            return unpark() ? .hasResumed : .waits
        }

        /// Called when the subscriber resumes, on any thread, which does not wait for the delivery.
        private func resume() {
            guard unpark(), transfer?.post(.deliver(self)) != true else { return }
            // The loop has ended.
            DispatchQueue.global().async { self.deliver() }
        }

        /// Ends the wait for the subscriber, and returns `false` if it has already ended.
        private func unpark() -> Bool {
            lock.withLock {
                defer {
                    state.isParked = false
                    updatePause()
                }
                return state.isParked
            }
        }

        /// Pauses the exchange while the subscriber is paused or has not received much data.
        ///
        /// The caller must hold the lock.
        private func updatePause() {
            let limit = state.isPaused ? Self.highWaterMark / 4 : Self.highWaterMark
            let mustPause = state.isParked || state.byteCount >= limit
            guard mustPause != state.isPaused else { return }
            state.isPaused = mustPause
            if mustPause { transfer?.pause() } else { transfer?.resume() }
        }
    }

    extension CurlMessage {
        fileprivate var byteCount: Int { if case .chunk(let bytes) = self { bytes.count } else { 0 } }
    }
#endif
