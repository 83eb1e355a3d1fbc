extension AccountAccess {
    /// Services of an account.
    public struct Services: OptionSet, Sendable, Hashable {
        /// One bit for each.
        public let rawValue: Int

        /// Creates a set.
        ///
        /// - Parameter rawValue: One bit for each.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The Blob service.
        public static let blob = Services(rawValue: 1)

        /// The Queue service.
        public static let queue = Services(rawValue: 2)

        var letters: String { AccountAccess.letters("bq", rawValue) }
    }

    /// Kinds of things in a service.
    public struct Resources: OptionSet, Sendable, Hashable {
        /// One bit for each.
        public let rawValue: Int

        /// Creates a set.
        ///
        /// - Parameter rawValue: One bit for each.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The service itself: its properties, the lists of containers and of queues.
        public static let service = Resources(rawValue: 1)

        /// Containers and queues.
        public static let container = Resources(rawValue: 2)

        /// Blobs and messages.
        public static let object = Resources(rawValue: 4)

        var letters: String { AccountAccess.letters("sco", rawValue) }
    }

    /// What can be done.
    public struct Permissions: OptionSet, Sendable, Hashable {
        /// One bit for each.
        public let rawValue: Int

        /// Creates a set.
        ///
        /// - Parameter rawValue: One bit for each.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Read blobs and properties, peek at messages.
        public static let read = Permissions(rawValue: 1)

        /// Write blobs, containers, queues and their properties.
        public static let write = Permissions(rawValue: 2)

        /// Delete.
        public static let delete = Permissions(rawValue: 4)

        /// List.
        public static let list = Permissions(rawValue: 8)

        /// Put messages, and blocks of append blobs.
        public static let add = Permissions(rawValue: 16)

        /// Write new blobs, and none that are there.
        public static let create = Permissions(rawValue: 32)

        /// Update messages.
        public static let update = Permissions(rawValue: 64)

        /// Get messages and delete them.
        public static let process = Permissions(rawValue: 128)

        /// The letters in the order that the service demands.
        var letters: String { AccountAccess.letters("rwdlacup", rawValue) }
    }

    private static func letters(_ all: String, _ bits: Int) -> String {
        String(all.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element))
    }
}
