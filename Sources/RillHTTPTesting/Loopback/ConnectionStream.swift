#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Why a connection cannot go on.
enum Interruption: Error {
    case closedByPeer
    case serverStopped
}

/// The bytes of one connection, in and out.
///
/// It belongs to the connection's thread. The socket never blocks: every wait is a `poll` that the server's stop ends as well.
final class ConnectionStream {
    /// What has arrived and was not yet read.
    private(set) var input: ArraySlice<UInt8> = []

    private let socket: Descriptor
    private let stop: LoopbackServer.Gate
    private let inputLimit = 256 << 10

    init(socket: Descriptor, stop: LoopbackServer.Gate) {
        self.socket = socket
        self.stop = stop
    }

    // MARK: In

    /// Takes bytes from the front of the input.
    func consume(_ count: Int) -> ArraySlice<UInt8> {
        let bytes = input.prefix(count)
        input = input.dropFirst(count)
        return bytes
    }

    /// Waits for further input; false if the peer has closed the connection.
    func fill() throws -> Bool {
        while true {
            if let more = try receive() { return more }
            try poll(POLLIN)
        }
    }

    /// Reads what has arrived: true if something has, false at the end, nil if nothing is there yet.
    private func receive() throws -> Bool? {
        let capacity = 64 << 10
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            let result = recv(socket.raw, buffer.baseAddress, capacity, 0)
            failure = result < 0 ? errno : 0
            count = max(result, 0)
        }
        switch failure {
        case 0:
            guard !bytes.isEmpty else { return false }
            input = input.isEmpty ? bytes[...] : ArraySlice(input + bytes)
            return true
        case EAGAIN, EWOULDBLOCK, EINTR:
            return nil
        default:
            throw Interruption.closedByPeer
        }
    }

    // MARK: Out

    /// Sends all bytes, waiting for the peer to read where it must.
    ///
    /// `progress` is told how many bytes the system has taken, each time it takes some.
    func send(_ bytes: UnsafeRawBufferPointer, progress: (Int) -> Void = { _ in }) throws {
        var rest = bytes
        while let address = rest.baseAddress, !rest.isEmpty {
            let count = sendWithoutSignal(address, rest.count)
            if count >= 0 {
                progress(count)
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                if stop.isOpen { throw Interruption.serverStopped }
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                try poll(POLLOUT)
            } else if errno != EINTR {
                throw Interruption.closedByPeer
            }
        }
    }

    /// Sends all bytes.
    func send(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try send($0) }
    }

    private func sendWithoutSignal(_ address: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.send(socket.raw, address, count, 0)  // the listener has set SO_NOSIGPIPE
        #elseif canImport(Musl)
            Musl.send(socket.raw, address, count, Int32(MSG_NOSIGNAL))
        #else
            Glibc.send(socket.raw, address, count, Int32(MSG_NOSIGNAL))
        #endif
    }

    // MARK: Waiting

    /// Waits for a gate, for a while, or for ever, whichever is asked for; throws as soon as the peer closes.
    func wait(for gate: LoopbackServer.Gate? = nil, timeout: Duration? = nil) throws {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        while true {
            if let gate, gate.isOpen { return }
            if let deadline, deadline <= .now { return }
            // More input is kept for later; beyond the limit it is left to the kernel, and so to the peer.
            let events = try poll(input.count < inputLimit ? POLLIN : hangUpOfPeer, gate: gate, until: deadline)
            guard events != 0 else { continue }
            let isOpen = events & POLLIN == 0 ? false : try receive() ?? true
            if !isOpen { throw Interruption.closedByPeer }
        }
    }

    /// Waits until something happens to the socket, and returns what; throws if the server stops.
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

    private var hangUpOfPeer: Int32 {
        #if os(Linux)
            0x2000  // POLLRDHUP
        #else
            0
        #endif
    }

    // MARK: End

    /// Ends the sending direction, then waits a moment for the peer to do the same.
    ///
    /// To close a socket whose input was not read would reset the connection, and the peer might lose the answer.
    func closeInOrder() {
        _ = shutdown(socket.raw, Int32(SHUT_WR))
        let deadline = ContinuousClock.now + .seconds(1)
        while deadline > .now {
            input = []
            do {
                switch try receive() {
                case .some(true): continue
                case .some(false): return
                case .none: try poll(POLLIN, until: deadline)
                }
            } catch {
                return
            }
        }
    }

    /// Makes the closing of the socket, which follows, a reset.
    func reset() {
        socket.setOption(SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
    }
}
