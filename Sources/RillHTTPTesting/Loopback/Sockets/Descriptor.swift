internal import RillHTTP
internal import RillSystem

/// A file descriptor that is closed when its last reference is released.
package final class Descriptor: Sendable {
    package let raw: Int32

    /// Takes ownership of the descriptor that `call` returned.
    ///
    /// Throws if the call failed.
    init(_ raw: Int32, from call: String) throws {
        guard raw >= 0 else { throw LoopbackServer.SocketError(call: call, code: errno) }
        self.raw = raw
    }

    deinit {
        _ = close(raw)
    }

    /// Creates a pipe.
    ///
    /// Both ends are non-blocking, and child processes do not inherit them.
    package static func makePipe() throws -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard SocketCalls.makePipe(&ends) == 0 else { throw LoopbackServer.SocketError(call: "pipe", code: errno) }
        return (reading: try Descriptor(ends[0], from: "pipe"), writing: try Descriptor(ends[1], from: "pipe"))
    }

    /// Creates a stream socket, which is non-blocking and not inherited by child processes.
    package static func makeSocket(_ family: Int32 = AF_INET) throws -> Descriptor {
        try Descriptor(SocketCalls.makeStream(family), from: "socket")
    }

    /// Sets a socket option.
    ///
    /// Failures are ignored, because no option affects the bytes that are sent.
    func setOption<Value>(_ name: Int32, level: Int32 = SOL_SOCKET, to value: Value) {
        withUnsafePointer(to: value) { pointer in
            _ = setsockopt(raw, level, name, pointer, socklen_t(MemoryLayout<Value>.size))
        }
    }
}

/// Waits for events on several descriptors.
package enum Poll {
    /// The events to wait for, for example `POLLIN`.
    ///
    /// Hang-ups and errors are always reported.
    package struct Entry {
        /// The descriptor, or `nil` to ignore the entry.
        package let descriptor: Descriptor?
        package let events: Int32

        package init(descriptor: Descriptor?, events: Int32) {
            self.descriptor = descriptor
            self.events = events
        }
    }

    /// Waits until an event occurs on one of the descriptors or the deadline passes.
    ///
    /// - Returns: The events of each descriptor, in order. All zero if the deadline has passed.
    package static func wait(_ entries: [Entry], until deadline: ContinuousClock.Instant? = nil) -> [Int32] {
        var list = entries.map { pollfd(fd: $0.descriptor?.raw ?? -1, events: Int16($0.events), revents: 0) }
        return withExtendedLifetime(entries) {
            while true {
                let count = poll(&list, nfds_t(list.count), milliseconds(until: deadline))
                if count > 0 || count == 0 && deadline.map({ $0 <= .now }) ?? false {
                    return list.map { Int32($0.revents) }
                }
                precondition(count == 0 || errno == EINTR || errno == EAGAIN, "poll failed with error \(errno)")
            }
        }
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: deadline).components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return Int32(clamping: min(seconds, 1_000_000) * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}
