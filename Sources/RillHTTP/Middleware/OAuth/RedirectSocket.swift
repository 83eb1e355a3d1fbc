#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// A socket that does not block, and that is closed when its last reference is released.
final class RedirectSocket: Sendable {
    let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        FileSystemCalls.close(descriptor)
    }

    static func makeListening() throws -> (RedirectSocket, port: UInt16) {
        let descriptor = SocketCalls.makeStream(AF_INET)
        guard descriptor >= 0 else { throw failure("listen on 127.0.0.1") }
        let socket = RedirectSocket(descriptor)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isListening else { throw failure("listen on 127.0.0.1") }
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    /// Accepts a connection, or returns `nil` if none is pending.
    func accept() throws -> RedirectSocket? {
        let accepted = SocketCalls.accept(from: descriptor)
        guard accepted >= 0 else {
            if [EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED].contains(errno) { return nil }
            throw Self.failure("accept a connection on 127.0.0.1")
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

    private static func failure(_ action: String) -> OAuthSignInError {
        let number = errno
        let advice =
            switch number {
            case EMFILE: "Close files and connections of this program, or raise its limit of open files"
            case ENFILE, ENOBUFS, ENOMEM: "Close other programs and try again"
            case EACCES, EPERM: "Permit this program to listen on 127.0.0.1"
            default: "Try again"
            }
        return OAuthSignInError(
            .listenerFailed, "cannot \(action): \(FileSystemCalls.text(of: number)). \(advice)")
    }
}
