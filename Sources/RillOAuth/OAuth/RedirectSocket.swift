internal import RillHTTP
internal import RillSystem

/// A socket that does not block, and that is closed when its last reference is released.
final class RedirectSocket: Sendable {
    let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        FileSystemCalls.close(descriptor)
    }

    /// Listens on the loopback addresses of a host.
    ///
    /// - Parameters:
    ///   - host: `127.0.0.1`, `[::1]`, or `localhost`, which means both addresses, or only 127.0.0.1 without IPv6.
    ///   - port: The port, or 0 for a free port.
    /// - Returns: The sockets and their port.
    /// - Throws: ``OAuthSignInError`` with the system's error message.
    static func makeListening(host: String, port: UInt16) throws(OAuthSignInError) -> ([RedirectSocket], port: UInt16) {
        var attempts = 0
        attempt: while true {
            attempts += 1
            var sockets: [RedirectSocket] = []
            var bound = port
            for address in host == "localhost" ? ["127.0.0.1", "[::1]"] : [host] {
                do throws(FileSystemCalls.Failure) {
                    sockets.append(try address == "[::1]" ? listening(onIPv6: &bound) : listening(onIPv4: &bound))
                } catch {
                    // The system has no IPv6.
                    if !sockets.isEmpty, [EAFNOSUPPORT, EADDRNOTAVAIL].contains(error.number) { continue }
                    // Another program uses the port of the other address.
                    if port == 0, error.number == EADDRINUSE, attempts < 16 { continue attempt }
                    throw failure("listen on \(address)\(port == 0 ? "" : ":\(port)")", error)
                }
            }
            return (sockets, bound)
        }
    }

    private static func listening(onIPv4 port: inout UInt16) throws(FileSystemCalls.Failure) -> RedirectSocket {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        defer { port = UInt16(bigEndian: address.sin_port) }
        return try listening(AF_INET, &address, reusesPort: port != 0)
    }

    private static func listening(onIPv6 port: inout UInt16) throws(FileSystemCalls.Failure) -> RedirectSocket {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        withUnsafeMutableBytes(of: &address.sin6_addr) { $0[15] = 1 }
        address.sin6_port = port.bigEndian
        defer { port = UInt16(bigEndian: address.sin6_port) }
        return try listening(AF_INET6, &address, reusesPort: port != 0)
    }

    /// Listens on an address, and sets its port if it is 0.
    ///
    /// - Parameters:
    ///   - family: The address family.
    ///   - address: The address.
    ///   - reusesPort: Whether the port can still have closed connections of an earlier sign-in.
    private static func listening<Address>(
        _ family: Int32, _ address: inout Address, reusesPort: Bool
    ) throws(FileSystemCalls.Failure) -> RedirectSocket {
        let descriptor = SocketCalls.makeStream(family)
        guard descriptor >= 0 else { throw FileSystemCalls.Failure(errno) }
        let socket = RedirectSocket(descriptor)
        if reusesPort {
            var isEnabled: Int32 = 1
            _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isEnabled, socklen_t(MemoryLayout<Int32>.size))
        }
        var size = socklen_t(MemoryLayout<Address>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isListening else { throw FileSystemCalls.Failure(errno) }
        return socket
    }

    /// Accepts a connection, or returns `nil` if none is pending.
    func accept() throws -> RedirectSocket? {
        let accepted = SocketCalls.accept(from: descriptor)
        guard accepted >= 0 else {
            if [EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED].contains(errno) { return nil }
            throw Self.failure("accept a connection on a loopback address", FileSystemCalls.Failure(errno))
        }
        return RedirectSocket(accepted)
    }

    /// Returns the available bytes: `nil` if there are none yet, and an empty array if the connection has ended.
    func receive() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 4 << 10)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count < 0 { return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? nil : [] }
        return Array(bytes.prefix(count))
    }

    /// Sends a page, which fits into the buffer of a new socket, and closes the sending direction.
    func send(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { SocketCalls.send($0, to: descriptor) }
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    private static func failure(_ action: String, _ error: FileSystemCalls.Failure) -> OAuthSignInError {
        let advice =
            switch error.number {
            case EADDRINUSE: "End the program that uses the port, or use another redirect URI"
            case EMFILE: "Close files and connections of this program, or raise its limit of open files"
            case ENFILE, ENOBUFS, ENOMEM: "Close other programs and try again"
            case EACCES, EPERM: "Permit this program to listen on the port, or use another redirect URI"
            default: "Try again"
            }
        var failure = OAuthSignInError(.listenerFailed, "cannot \(action): \(error). \(advice)")
        failure.isPortInUse = error.number == EADDRINUSE
        return failure
    }
}
