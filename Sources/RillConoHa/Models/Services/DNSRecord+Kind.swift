extension DNSRecord {
    /// The type of a record.
    ///
    /// Services may send values that have no static member.
    public struct Kind: APIName {
        /// The raw value used by the service.
        public let rawValue: String

        /// Creates a type from its raw value.
        ///
        /// - Parameter rawValue: The raw value used by the service.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An IPv4 address.
        public static let a: Kind = "A"

        /// An IPv6 address.
        public static let aaaa: Kind = "AAAA"

        /// An alias.
        public static let cname: Kind = "CNAME"

        /// A mail server.
        public static let mx: Kind = "MX"

        /// A name server.
        public static let ns: Kind = "NS"

        /// A text.
        public static let txt: Kind = "TXT"

        /// A service.
        public static let srv: Kind = "SRV"
    }
}
