#if os(Linux)
    import Foundation
    import RillTestSupport
    import Synchronization

    /// A relay in front of a server that holds the first bytes of each connection back for some time, and counts all bytes.
    ///
    /// Its receive buffer is small, so that a large request is not sent completely in the meantime.
    final class DelayingRelay: Sendable {
        let authority: String

        /// The number of bytes that clients have sent.
        var sentBytes: Int { counts.sent.load(ordering: .acquiring) }

        /// The number of bytes that the server has sent.
        var receivedBytes: Int { counts.received.load(ordering: .acquiring) }

        private final class Counts: Sendable {
            let sent = Atomic(0)
            let received = Atomic(0)
        }

        private let listener: LoopbackListener
        private let counts = Counts()

        init(to port: UInt16, delay: Duration) throws {
            listener = try LoopbackListener(backlog: 16)
            var size = Int32(16 * 1024)
            setsockopt(listener.socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
            authority = listener.authority
            Thread.detachNewThread { [listener, counts] in
                while true {
                    let client = accept(listener.socket, nil, nil)
                    guard client >= 0 else { return }
                    Thread.detachNewThread { Self.serve(client, port, delay, counts) }
                }
            }
        }

        func stop() {
            shutdown(listener.socket, Int32(SHUT_RDWR))
            close(listener.socket)
        }

        private static func serve(_ client: Int32, _ port: UInt16, _ delay: Duration, _ counts: Counts) {
            let server = connect(to: port)
            let isDone = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                copy(from: server, to: client, delay: .zero, counts.received)
                isDone.signal()
            }
            copy(from: client, to: server, delay: delay, counts.sent)
            isDone.wait()
            close(client)
            close(server)
        }

        private static func connect(to port: UInt16) -> Int32 {
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            _ = withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            return server
        }

        /// Copies bytes until one side closes the connection; waits after the first ones.
        private static func copy(from source: Int32, to target: Int32, delay: Duration, _ count: borrowing Atomic<Int>)
        {
            var buffer = [UInt8](repeating: 0, count: 16 * 1024)
            var isFirst = true
            while true {
                let size = recv(source, &buffer, buffer.count, 0)
                if size <= 0 { break }
                if isFirst { usleep(UInt32(delay / .microseconds(1))) }
                isFirst = false
                count.add(size, ordering: .releasing)
                let isWritten = buffer.withUnsafeBytes { write($0.prefix(size), to: target) }
                if !isWritten { break }
            }
            shutdown(source, Int32(SHUT_RDWR))
            shutdown(target, Int32(SHUT_RDWR))
        }

        private static func write(_ bytes: Slice<UnsafeRawBufferPointer>, to target: Int32) -> Bool {
            var rest = UnsafeRawBufferPointer(rebasing: bytes)
            while !rest.isEmpty {
                let count = send(target, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                if count <= 0 { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
            return true
        }
    }
#endif
