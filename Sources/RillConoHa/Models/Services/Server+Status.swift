extension Server {
    /// The status of a server.
    ///
    /// Services may send values that have no static member.
    public struct Status: RawRepresentable, Sendable, Hashable, Codable {
        /// The raw value used by the service.
        public let rawValue: String

        /// Creates a status from its raw value.
        ///
        /// - Parameter rawValue: The raw value used by the service.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The server is running.
        public static let active: Status = "ACTIVE"

        /// The server is being created.
        public static let build: Status = "BUILD"

        /// The server is stopped.
        public static let shutOff: Status = "SHUTOFF"

        /// The server is restarting.
        public static let reboot: Status = "REBOOT"

        /// The server failed.
        public static let error: Status = "ERROR"
    }
}

extension Server.Status: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a status from a string literal.
    ///
    /// - Parameter value: The value in the API.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The raw value used by the service.
    public var description: String { rawValue }
}
