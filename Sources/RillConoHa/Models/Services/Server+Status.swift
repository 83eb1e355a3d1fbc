extension Server {
    /// The status of a server.
    ///
    /// Services may send values that have no static member.
    public struct Status: APIName {
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
