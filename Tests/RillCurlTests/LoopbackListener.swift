#if os(Linux)
    import Foundation
    import Testing

    /// A listening TCP socket on a free port of 127.0.0.1, for test servers that control the connection themselves.
    struct LoopbackListener: Sendable {
        /// The file descriptor of the socket.
        let socket: Int32

        /// The host and port to connect to.
        let authority: String

        /// Creates a listening socket.
        ///
        /// - Parameter backlog: The maximum number of pending connections.
        /// - Throws: An expectation failure if the socket cannot be created.
        init(backlog: Int32) throws {
            let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isListening = withUnsafeMutablePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(listener, address, size) == 0 && listen(listener, backlog) == 0
                        && getsockname(listener, address, &size) == 0
                }
            }
            try #require(isListening)
            socket = listener
            authority = "127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        }
    }
#endif
