internal import RillSystem

extension ConnectionStream {
    /// The state of a relay between the peer and another socket.
    private struct Relay {
        let other: Descriptor

        /// The bytes of the other side that have not been sent to the peer.
        var reply: ArraySlice<UInt8> = []

        /// Whether the other side has not closed its connection.
        var isOtherOpen = true

        /// Whether bytes can be sent to the other side.
        var acceptsInput = true

        /// Whether the peer has closed its sending direction, and all its bytes have been received.
        var hasPeerEnded = false

        /// The time at which the relay ends, or `nil` if the peer has not closed its side of the connection.
        var deadline: ContinuousClock.Instant?

        /// Sets the deadline to one second from now after progress, if the peer has closed its side of the connection.
        mutating func extendDeadline() {
            if deadline != nil { beginClosing() }
        }

        mutating func beginClosing() { deadline = .now + .seconds(1) }
    }

    /// Sends bytes to another socket, and then relays the bytes of both sides until the other side closes its connection.
    ///
    /// Throws if the peer closes the connection, after its bytes have been sent. Reads from a side only when the previous
    /// bytes have been sent to the other.
    func relay(_ bytes: [UInt8], with other: Descriptor) throws {
        input = bytes + input
        var relay = Relay(other: other)
        while relay.isOtherOpen || !relay.reply.isEmpty {
            guard !relay.hasPeerEnded || !relay.reply.isEmpty else { throw Interruption.closedByPeer }
            // Detects that the peer closes the connection while the other side does not read.
            let idleEvents = relay.deadline == nil ? hangUpOfPeer : 0
            let ownEvents =
                (input.isEmpty && !relay.hasPeerEnded ? POLLIN : idleEvents) | (relay.reply.isEmpty ? 0 : POLLOUT)
            let otherEvents = (relay.reply.isEmpty ? POLLIN : 0) | (input.isEmpty ? 0 : POLLOUT)
            // Sockets without requested events are excluded, because `poll` would report the POLLHUP of a closed socket
            // every time.
            let happened = Poll.wait(
                [
                    stop.pollEntry, Poll.Entry(descriptor: ownEvents == 0 ? nil : socket, events: ownEvents),
                    Poll.Entry(
                        descriptor: relay.isOtherOpen && otherEvents != 0 ? other : nil, events: otherEvents),
                ], until: relay.deadline)
            if happened[0] != 0 { throw Interruption.serverStopped }
            if happened == [0, 0, 0] { throw Interruption.closedByPeer }
            if happened[1] != 0 { try exchangeWithPeer(&relay, happened[1]) }
            if happened[2] != 0 { exchangeWithOther(&relay) }
        }
    }

    /// Sends the reply to the peer, and receives more input if all of it was relayed.
    private func exchangeWithPeer(_ relay: inout Relay, _ events: Int32) throws {
        if !relay.reply.isEmpty {
            switch relay.reply.withUnsafeBytes({ write($0) }) {
            case .moved(let count):
                relay.reply = relay.reply.dropFirst(count)
                relay.extendDeadline()
            case .later: break
            case .ended, .broken: throw Interruption.closedByPeer
            }
        }
        guard input.isEmpty else {
            if relay.deadline == nil, events & (POLLHUP | POLLERR | hangUpOfPeer) != 0 { relay.beginClosing() }
            return
        }
        guard !relay.hasPeerEnded else { return }
        switch receive() {
        case .moved: relay.extendDeadline()
        case .later: break
        case .ended:
            relay.hasPeerEnded = true
            relay.beginClosing()
        case .broken: throw Interruption.closedByPeer
        }
    }

    /// Sends the input to the other socket, and receives a reply if the previous one was relayed.
    private func exchangeWithOther(_ relay: inout Relay) {
        if !input.isEmpty, relay.acceptsInput {
            switch input.withUnsafeBytes({ relay.other.send($0) }) {
            case .moved(let count):
                _ = consume(count)
                relay.extendDeadline()
            case .later: break
            case .ended, .broken: relay.acceptsInput = false
            }
        }
        // The other side may have sent a reply before it closed its connection.
        if !relay.acceptsInput { input = [] }
        guard relay.reply.isEmpty else { return }
        let (transit, bytes) = Self.read(relay.other.receive)
        relay.reply = bytes[...]
        switch transit {
        case .moved, .later: break
        case .ended, .broken: relay.isOtherOpen = false
        }
    }
}
