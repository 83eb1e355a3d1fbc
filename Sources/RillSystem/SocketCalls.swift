/// The system calls of sockets and pipes that do not block and that child processes do not inherit.
///
/// On Linux, the descriptors are created with these properties, so that a process that another thread starts at the same
/// time does not inherit them either. Like the system calls, the functions return a negative number on failure, and
/// `errno` contains the system error number.
public enum SocketCalls {
    /// Creates a stream socket.
    ///
    /// - Parameter family: The address family, such as `AF_INET`.
    /// - Returns: The descriptor.
    public static func makeStream(_ family: Int32) -> Int32 {
        #if canImport(Darwin)
            configured(socket(family, SOCK_STREAM, 0))
        #elseif canImport(Musl)
            socket(family, SOCK_STREAM | flags, 0)
        #else
            socket(family, Int32(SOCK_STREAM.rawValue) | flags, 0)
        #endif
    }

    /// Accepts the next connection of a listening socket.
    ///
    /// - Parameter listener: The descriptor of the listening socket.
    /// - Returns: The descriptor of the connection.
    public static func accept(from listener: Int32) -> Int32 {
        #if canImport(Darwin)
            configured(Darwin.accept(listener, nil, nil))
        #else
            accept4(listener, nil, nil, flags)
        #endif
    }

    /// Creates a pipe.
    ///
    /// - Parameter ends: The descriptors of the reading end and of the writing end.
    /// - Returns: 0 on success.
    public static func makePipe(_ ends: inout [Int32]) -> Int32 {
        #if canImport(Darwin)
            let result = pipe(&ends)
            if result == 0 { for end in ends { configure(end) } }
            return result
        #else
            return pipe2(&ends, O_CLOEXEC | O_NONBLOCK)
        #endif
    }

    /// Sends bytes without raising SIGPIPE if the peer has closed the connection.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - socket: The descriptor of the connection.
    /// - Returns: The number of bytes that the system accepted.
    public static func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
        #if canImport(Darwin)
            let flags: Int32 = 0  // `configured` has set SO_NOSIGPIPE
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        return RillSystem.send(socket, bytes.baseAddress, bytes.count, flags)
    }

    #if canImport(Darwin)
        private static func configure(_ descriptor: Int32) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }

        private static func configured(_ socket: Int32) -> Int32 {
            guard socket >= 0 else { return socket }
            configure(socket)
            var isEnabled: Int32 = 1
            _ = setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isEnabled, socklen_t(MemoryLayout<Int32>.size))
            return socket
        }
    #elseif canImport(Musl)
        private static let flags = SOCK_CLOEXEC | SOCK_NONBLOCK
    #else
        private static let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    #endif
}

#if !canImport(Darwin)
    // The headers declare these functions only for programs that define `_GNU_SOURCE`.
    @_silgen_name("accept4")
    private func accept4(
        _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ size: UnsafeMutablePointer<socklen_t>?,
        _ flags: Int32
    ) -> Int32

    @_silgen_name("pipe2")
    private func pipe2(_ ends: UnsafeMutablePointer<Int32>, _ flags: Int32) -> Int32
#endif
