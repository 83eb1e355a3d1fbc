internal import Rill
internal import RillSystem

/// The observables of a connection that transfers bytes in both directions.
private final class DuplexChannel: Sendable {
    private struct State {
        var source: PausableSubscription<[UInt8]>?
        var receiver: Observer<[UInt8]>?
        var isReceiverParked = false
        var hasPeerEnded = false
        var output: [UInt8] = []
        var end: Event<[UInt8]>?
    }

    /// The number of bytes at which the source of the output is paused.
    private static let outputLimit = 256 << 10

    private let state = Monitor(State())
    private let wakeUp: (reading: Descriptor, writing: Descriptor)

    init(_ respond: @Sendable (Observable<[UInt8]>) -> Observable<[UInt8]>) throws {
        wakeUp = try Descriptor.makePipe()
        let received = Observable<[UInt8]>.create { [weak self] observer in
            guard let self else { return .none }
            let hasEnded = state.update {
                $0.receiver = observer
                return $0.hasPeerEnded
            }
            if hasEnded { observer.onCompleted() } else { wake() }
            return .none
        }
        let subscription = PausableSubscription(respond(received), "duplex") { [weak self] in self?.receive($0) }
        state.update { $0.source = subscription }
        subscription.open()
    }

    func dispose() {
        state.update { $0.source.take() }?.dispose()
    }

    /// The `poll` entry that reports an event when the state has changed.
    var pollEntry: Poll.Entry { Poll.Entry(descriptor: wakeUp.reading, events: POLLIN) }

    private func wake() {
        var byte: UInt8 = 0
        _ = write(wakeUp.writing.raw, &byte, 1)
    }

    /// Removes the event of `pollEntry`.
    func didWake() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakeUp.reading.raw, &bytes, bytes.count) > 0 {}
    }

    private func receive(_ event: Event<[UInt8]>) {
        state.update { state in
            if case .next(let bytes) = event { state.output += bytes } else { state.end = event }
        }
        if isFull, let source = state.read({ $0.source }) {
            source.pause()
            // The connection may have taken the output in the meantime, and resumed the source before it was paused.
            if !isFull { source.open() }
        }
        wake()
    }

    private var isFull: Bool { state.read { $0.output.count >= Self.outputLimit } }

    // MARK: For the thread of the connection

    func takeOutput() -> [UInt8] {
        let output = state.update { state in
            defer { state.output = [] }
            return state.output
        }
        if output.count >= Self.outputLimit { state.read { $0.source }?.open() }
        return output
    }

    /// The terminal event of the output, when all bytes have been taken.
    var end: Event<[UInt8]>? { state.read { $0.output.isEmpty ? $0.end : nil } }

    /// Whether received bytes can be delivered.
    var isReading: Bool {
        guard let receiver = state.read({ $0.isReceiverParked || $0.hasPeerEnded ? nil : $0.receiver }) else {
            return false
        }
        guard receiver.isPaused else { return true }
        state.update { $0.isReceiverParked = true }
        let isParked = receiver.whenResumed { [weak self] in
            self?.state.update { $0.isReceiverParked = false }
            self?.wake()
        }
        if !isParked { state.update { $0.isReceiverParked = false } }
        return !isParked
    }

    func deliver(_ bytes: [UInt8]) { state.read { $0.receiver }?.onNext(bytes) }

    func peerDidEnd() {
        let receiver = state.update { state in
            state.hasPeerEnded = true
            return state.receiver
        }
        receiver?.onCompleted()
    }
}

extension ConnectionStream {
    /// Passes the received bytes to an observable, and sends the bytes of another, until the latter ends.
    ///
    /// - Returns: Whether the connection is closed normally: the observable has completed, rather than failed.
    func exchange(_ respond: @Sendable (Observable<[UInt8]>) -> Observable<[UInt8]>) throws -> Bool {
        let channel = try DuplexChannel(respond)
        defer { channel.dispose() }
        var output: ArraySlice<UInt8> = []
        while true {
            if output.isEmpty { output = channel.takeOutput()[...] }
            if output.isEmpty, let end = channel.end {
                return end.error == nil
            }
            var events: Int32 = 0
            if !output.isEmpty {
                switch output.withUnsafeBytes({ write($0) }) {
                case .moved(let count):
                    output = output.dropFirst(count)
                    continue
                case .later(let needed): events |= needed
                case .ended, .broken: throw Interruption.closedByPeer
                }
            }
            if channel.isReading {
                if input.isEmpty {
                    switch receive() {
                    case .moved: break
                    case .later(let needed): events |= needed
                    case .ended, .broken:
                        channel.peerDidEnd()
                        continue
                    }
                }
                if !input.isEmpty {
                    channel.deliver(Array(consume(input.count)))
                    continue
                }
            }
            let happened = Poll.wait(
                [
                    stop.pollEntry, channel.pollEntry,
                    Poll.Entry(descriptor: events == 0 ? nil : socket, events: events),
                ])
            if happened[0] != 0 { throw Interruption.serverStopped }
            if happened[1] != 0 { channel.didWake() }
        }
    }
}
