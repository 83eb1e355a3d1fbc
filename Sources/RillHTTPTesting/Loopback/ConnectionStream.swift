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

    /// What stands between the bytes and the socket; nil if nothing does.
    private var tls: TLSSession?
    private var endsWithNotice = true

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
            switch receive() {
            case .moved: return true
            case .later(let events): try poll(events)
            case .ended, .broken: return false
            }
        }
    }

    /// Reads what has arrived.
    private func receive() -> Transit {
        var transit = Transit.broken
        let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            let room = UnsafeMutableRawBufferPointer(buffer)
            transit = tls?.read(into: room) ?? socket.receive(into: room)
            if case .moved(let moved) = transit { count = moved }
        }
        if case .moved = transit { input = input.isEmpty ? bytes[...] : ArraySlice(input + bytes) }
        return transit
    }

    // MARK: Out

    /// Sends all bytes, waiting for the peer to read where it must.
    ///
    /// `progress` is told how many bytes the system has taken, each time it takes some.
    func send(_ bytes: UnsafeRawBufferPointer, progress: (Int) -> Void = { _ in }) throws {
        var rest = bytes
        while !rest.isEmpty {
            switch tls?.write(rest) ?? socket.send(rest) {
            case .moved(let count):
                progress(count)
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                if stop.isOpen { throw Interruption.serverStopped }
            case .later(let events): try poll(events)
            case .ended, .broken: throw Interruption.closedByPeer
            }
        }
    }

    /// Sends all bytes.
    func send(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try send($0) }
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
            guard events & POLLIN != 0 else { throw Interruption.closedByPeer }
            switch receive() {
            case .moved, .later: continue
            case .ended, .broken: throw Interruption.closedByPeer
            }
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

    // MARK: TLS

    /// Lets TLS begin on the connection; false if it did not come about, and the connection is to be closed.
    func secure(_ context: TLSContext) throws -> Bool {
        switch context.fault {
        case .stallsInHandshake: try wait()
        case .closesInHandshake:
            guard try fill() else { throw Interruption.closedByPeer }
            return false
        case .closesWithoutNotice: endsWithNotice = false
        case nil: break
        }
        guard let session = context.makeSession(on: socket) else { return false }
        while true {
            switch session.handshake() {
            case .moved:
                tls = session
                return true
            case .later(let events): try poll(events)
            case .ended, .broken:
                // OpenSSL has told the peer why, unless it was the peer who has left.
                if case .later = receive() { return false }
                throw Interruption.closedByPeer
            }
        }
    }

    /// Ends TLS, telling the peer so; what the peer still sends is then read as it is.
    private func sendNotice() {
        guard let session = tls.take(), endsWithNotice else { return }
        while case .later(let events) = session.sendNotice() {
            if (try? poll(events)) == nil { return }
        }
    }

    // MARK: End

    /// Ends the sending direction.
    func endSending() {
        sendNotice()
        _ = shutdown(socket.raw, Int32(SHUT_WR))
    }

    /// Waits a moment for the peer to end its sending direction as well.
    ///
    /// Closing a socket whose input was not read would reset the connection, and the peer might lose the response.
    func waitForPeer() {
        let deadline = ContinuousClock.now + .seconds(1)
        while deadline > .now {
            input = []
            do {
                switch receive() {
                case .moved: continue
                case .later(let events): try poll(events, until: deadline)
                case .ended, .broken: return
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
