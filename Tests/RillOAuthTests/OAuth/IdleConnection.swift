#if os(Linux)
    import Foundation
    import Testing

    /// A connection to a port of 127.0.0.1, which sends nothing by itself.
    final class IdleConnection: Sendable {
        private let socket: Int32

        init(port: UInt16) throws {
            socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
            }
            try #require(isConnected)
        }

        /// Sends a text a number of times, and returns whether the peer accepted all of it.
        func send(_ text: String, count: Int = 1) -> Bool {
            let bytes = Array(text.utf8)
            return (0..<count).allSatisfy { _ in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let sent = rest.withUnsafeBytes {
                        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard sent > 0 else { return false }
                    rest = rest.dropFirst(sent)
                }
                return true
            }
        }

        deinit {
            close(socket)
        }
    }
#endif
