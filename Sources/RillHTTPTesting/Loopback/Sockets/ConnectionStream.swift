internal import RillSystem

/// The reason why work on a connection was interrupted.
enum Interruption: Error {
    case closedByPeer
    case serverStopped
}

/// The byte stream of one connection, in both directions.
///
/// Only the connection's thread uses the stream. The socket never blocks; all waits use `poll`, which also returns when
/// the server stops.
final class ConnectionStream {
    /// The received bytes that have not been consumed.
    var input: ArraySlice<UInt8> = []

    let socket: Descriptor
    let stop: LoopbackServer.Gate
    private let inputLimit = 256 << 10

    /// The TLS session between the stream and the socket, or `nil` for plain HTTP.
    private var tls: TLSSession?
    private var endsWithNotice = true

    init(socket: Descriptor, stop: LoopbackServer.Gate) {
        self.socket = socket
        self.stop = stop
    }

    // MARK: Input

    /// Removes bytes from the front of the input and returns them.
    func consume(_ count: Int) -> ArraySlice<UInt8> {
        let bytes = input.prefix(count)
        input = input.dropFirst(count)
        return bytes
    }

    /// Waits for a number of bytes, removes them from the front of the input and returns them.
    ///
    /// Throws if the peer closes the connection before.
    func read(_ count: Int) throws -> ArraySlice<UInt8> {
        while input.count < count { try fill() }
        return consume(count)
    }

    /// Waits for more input.
    ///
    /// Throws if the peer has closed the connection.
    func fill() throws {
        guard try repeatWhenReady({ receive() }) != nil else { throw Interruption.closedByPeer }
    }

    /// Reads the available bytes.
    func receive() -> Transit {
        let (transit, bytes) = Self.read { tls?.read(into: $0) ?? socket.receive(into: $0) }
        if case .moved = transit { input = input.isEmpty ? bytes[...] : ArraySlice(input + bytes) }
        return transit
    }

    /// Returns the bytes that a closure writes to a buffer.
    static func read(_ body: (UnsafeMutableRawBufferPointer) -> Transit) -> (Transit, [UInt8]) {
        var transit = Transit.broken
        let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            transit = body(UnsafeMutableRawBufferPointer(buffer))
            if case .moved(let moved) = transit { count = moved }
        }
        return (transit, bytes)
    }

    // MARK: Output

    /// Writes as many bytes as the socket accepts.
    func write(_ bytes: UnsafeRawBufferPointer) -> Transit { tls?.write(bytes) ?? socket.send(bytes) }

    /// Sends all bytes, waiting while the peer is not reading.
    ///
    /// `progress` receives the number of bytes written by each successful write.
    func send(_ bytes: UnsafeRawBufferPointer, progress: (Int) -> Void = { _ in }) throws {
        var rest = bytes
        while !rest.isEmpty {
            guard let count = try repeatWhenReady({ write(rest) }) else { throw Interruption.closedByPeer }
            progress(count)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            if stop.isOpen { throw Interruption.serverStopped }
        }
    }

    /// Sends all bytes.
    func send(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try send($0) }
    }

    // MARK: Waiting

    /// Waits for a gate, for a timeout, or indefinitely.
    ///
    /// Throws as soon as the peer closes the connection.
    func wait(for gate: LoopbackServer.Gate? = nil, timeout: Duration? = nil) throws {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        while true {
            if let gate, gate.isOpen { return }
            if let deadline, deadline <= .now { return }
            // Input up to the limit is buffered. The rest remains in the kernel's buffers, which applies back-pressure
            // to the peer.
            let events = try poll(input.count < inputLimit ? POLLIN : hangUpOfPeer, gate: gate, until: deadline)
            guard events != 0 else { continue }
            guard events & POLLIN != 0 else { throw Interruption.closedByPeer }
            switch receive() {
            case .moved, .later: continue
            case .ended, .broken: throw Interruption.closedByPeer
            }
        }
    }

    /// Repeats an operation when the socket is ready, until it has transferred bytes.
    ///
    /// Returns the number of bytes, or `nil` if the peer has closed the connection. Throws if the server stops.
    private func repeatWhenReady(_ operation: () -> Transit) throws -> Int? {
        while true {
            switch operation() {
            case .moved(let count): return count
            case .later(let events): try poll(events)
            case .ended, .broken: return nil
            }
        }
    }

    /// Waits for events on the socket and returns them.
    ///
    /// Throws if the server stops.
    @discardableResult
    private func poll(
        _ events: Int32, gate: LoopbackServer.Gate? = nil, until deadline: ContinuousClock.Instant? = nil
    ) throws -> Int32 {
        var entries = [Poll.Entry(descriptor: socket, events: events), stop.pollEntry]
        if let gate { entries.append(gate.pollEntry) }
        let happened = Poll.wait(entries, until: deadline)
        if happened[1] != 0 { throw Interruption.serverStopped }
        return happened[0]
    }

    /// The event that the peer has closed its sending direction, or 0 if the system has none.
    var hangUpOfPeer: Int32 {
        #if os(Linux)
            0x2000  // POLLRDHUP
        #else
            0
        #endif
    }

    // MARK: TLS

    /// Performs the TLS handshake.
    ///
    /// Returns `false` if the handshake failed and the connection must be closed.
    func secure(_ context: TLSContext) throws -> Bool {
        switch context.fault {
        case .stallsInHandshake: try wait()
        case .closesInHandshake:
            try fill()
            return false
        case .closesWithoutNotice: endsWithNotice = false
        case nil: break
        }
        guard let session = context.makeSession(on: socket) else { return false }
        guard try repeatWhenReady({ session.handshake() }) != nil else {
            // OpenSSL has sent an alert to the peer, unless the peer had already closed the connection.
            if case .later = receive() { return false }
            throw Interruption.closedByPeer
        }
        tls = session
        return true
    }

    /// Sends the TLS close notification.
    ///
    /// Subsequent input is read without decryption.
    private func sendNotice() {
        guard let session = tls.take(), endsWithNotice else { return }
        _ = try? repeatWhenReady { session.sendNotice() }
    }

    // MARK: Close

    /// Closes the sending direction.
    func endSending() {
        sendNotice()
        _ = shutdown(socket.raw, Int32(SHUT_WR))
    }

    /// Waits up to one second for the peer to close its sending direction.
    ///
    /// Closing a socket with unread input resets the connection, and the peer could lose the response. Throws if the
    /// server stops.
    func waitForPeer() throws {
        let deadline = ContinuousClock.now + .seconds(1)
        while deadline > .now {
            input = []
            switch receive() {
            case .moved: continue
            case .later(let events): try poll(events, until: deadline)
            case .ended, .broken: return
            }
        }
    }

    /// Configures the socket so that closing it sends a reset.
    func reset() {
        socket.setOption(SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
    }
}
