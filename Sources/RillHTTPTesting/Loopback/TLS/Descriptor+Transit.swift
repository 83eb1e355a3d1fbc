internal import RillHTTP
internal import RillSystem

/// Reading from and writing to a plain socket, with the same result type as TLS sessions.
extension Descriptor {
    /// Reads the available bytes.
    func receive(into room: UnsafeMutableRawBufferPointer) -> Transit {
        let count = recv(raw, room.baseAddress, room.count, 0)
        if count == 0 { return .ended }
        return transit(count, waitingFor: POLLIN)
    }

    /// Writes as many bytes as the system accepts, without raising SIGPIPE if the peer has closed the connection.
    func send(_ bytes: UnsafeRawBufferPointer) -> Transit {
        transit(SocketCalls.send(bytes, to: raw), waitingFor: POLLOUT)
    }

    private func transit(_ count: Int, waitingFor events: Int32) -> Transit {
        if count >= 0 { return .moved(count) }
        return switch errno {
        case EAGAIN, EWOULDBLOCK, EINTR: .later(events)
        default: .broken
        }
    }
}
