#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension LoopbackServer {
    /// The system has refused a socket, a pipe or a thread.
    public struct SocketError: Error, Hashable, CustomStringConvertible {
        /// The call that failed, `bind` for example.
        public let call: String

        /// The number of the error, `errno`.
        public let code: Int32

        /// The call and the system's own words.
        public var description: String {
            "\(call) failed: \(strerror(code).map { String(cString: $0) } ?? "unknown error") (\(code))"
        }
    }

    /// What a test has waited for did not happen in time.
    public struct TimeoutError: Error, Hashable, CustomStringConvertible {
        /// What was awaited, how long, and what was there instead.
        public let description: String
    }
}
