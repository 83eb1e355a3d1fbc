internal import RillSystem

extension LoopbackServer {
    /// An error that is thrown when the system cannot create a socket, a pipe or a thread.
    public struct SocketError: Error, Hashable, CustomStringConvertible {
        /// The name of the failed system call, for example `bind`.
        public let call: String

        /// The error number (`errno`).
        public let code: Int32

        /// The name of the system call and the system's error message.
        public var description: String {
            "\(call) failed: \(FileSystemCalls.text(of: code)) (\(code))"
        }
    }

    /// An error that is thrown when a wait times out.
    public struct TimeoutError: Error, Hashable, CustomStringConvertible {
        /// The awaited condition, the timeout and the recorded activity of the server.
        public let description: String
    }
}
