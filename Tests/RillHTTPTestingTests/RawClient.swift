#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A client that sends and receives raw bytes.
///
/// All operations time out after ten seconds.
final class RawClient {
    /// A connection failure or a timeout.
    enum Failure: Error, Equatable {
        case closed
        case reset
        case timedOut
        case system(Int32)
    }

    private var raw: Int32
    private var received: [UInt8] = []

    init(port: UInt16, receiveBufferSize: Int32? = nil) throws {
        #if canImport(Glibc)
            raw = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            raw = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        if var size = receiveBufferSize {
            setsockopt(raw, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        #if canImport(Darwin)
            var noSignal: Int32 = 1
            setsockopt(raw, SOL_SOCKET, SO_NOSIGPIPE, &noSignal, socklen_t(MemoryLayout<Int32>.size))
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let raw = raw
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure.system(errno) }
    }

    deinit {
        end()
    }

    /// Closes the connection.
    func end() {
        if raw >= 0 { _ = close(raw) }
        raw = -1
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let flags: Int32 = 0
            #else
                let flags = Int32(MSG_NOSIGNAL)
            #endif
            let count = rest.withUnsafeBytes { buffer in
                #if canImport(Darwin)
                    Darwin.send(raw, buffer.baseAddress, buffer.count, flags)
                #elseif canImport(Musl)
                    Musl.send(raw, buffer.baseAddress, buffer.count, flags)
                #else
                    Glibc.send(raw, buffer.baseAddress, buffer.count, flags)
                #endif
            }
            guard count > 0 else { throw failure() }
            rest = rest.dropFirst(count)
        }
    }

    /// Receives a number of bytes as text.
    func receive(_ count: Int) throws -> String {
        while received.count < count { received += try receiveNow(upTo: 256 << 10) }
        defer { received.removeFirst(count) }
        return String(decoding: received.prefix(count), as: UTF8.self)
    }

    /// Receives text up to and including the first occurrence of `end`.
    func receive(through end: String) throws -> String {
        let end = Array(end.utf8)
        while true {
            if let range = received.firstRange(of: end) {
                return try receive(range.upperBound)
            }
            received += try receiveNow(upTo: 256 << 10)
        }
    }

    /// Receives all bytes until the server closes the connection.
    ///
    /// Throws if the server resets it.
    func receiveAll() throws -> String {
        String(decoding: try receiveAllBytes(), as: UTF8.self)
    }

    func receiveAllBytes() throws -> [UInt8] {
        while true {
            do {
                received += try receiveNow(upTo: 256 << 10)
            } catch Failure.closed {
                defer { received = [] }
                return received
            }
        }
    }

    /// Waits for at least one byte and receives the available bytes.
    func receiveSome(upTo limit: Int = 256 << 10) throws -> [UInt8] {
        guard received.isEmpty else {
            defer { received.removeFirst(min(limit, received.count)) }
            return Array(received.prefix(limit))
        }
        return try receiveNow(upTo: limit)
    }

    private func receiveNow(upTo limit: Int) throws -> [UInt8] {
        var failed: Failure?
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let result = recv(raw, buffer.baseAddress, limit, 0)
            if result < 0 { failed = failure() }
            count = max(result, 0)
        }
        if let failed { throw failed }
        guard !bytes.isEmpty else { throw Failure.closed }
        return bytes
    }

    private func failure() -> Failure {
        switch errno {
        case ECONNRESET, EPIPE: .reset
        case EAGAIN, EWOULDBLOCK: .timedOut
        default: .system(errno)
        }
    }
}

extension RawClient {
    /// Sends a request on a new connection, and receives all bytes until the server closes it.
    static func exchange(_ request: String, port: UInt16) throws -> String {
        let client = try RawClient(port: port)
        try client.send(request)
        return try client.receiveAll()
    }

    /// A minimal request that keeps the connection open.
    static let get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// A minimal request that closes the connection.
    static let getAndClose = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
}
