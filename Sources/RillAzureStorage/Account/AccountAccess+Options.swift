extension AccountAccess {
    /// The services that a signature grants access to.
    public struct Services: OptionSet, Sendable, Hashable {
        /// The bit mask of the services.
        public let rawValue: Int

        /// Creates a set of services.
        ///
        /// - Parameter rawValue: The bit mask of the services.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The Blob service.
        public static let blob = Services(rawValue: 1)

        /// The Queue service.
        public static let queue = Services(rawValue: 2)

        var letters: String { AccountAccess.letters("bq", rawValue) }
    }

    /// The resource types that a signature grants access to.
    public struct Resources: OptionSet, Sendable, Hashable {
        /// The bit mask of the resource types.
        public let rawValue: Int

        /// Creates a set of resource types.
        ///
        /// - Parameter rawValue: The bit mask of the resource types.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Service-level operations: service properties, and the lists of containers and queues.
        public static let service = Resources(rawValue: 1)

        /// Containers and queues.
        public static let container = Resources(rawValue: 2)

        /// Blobs and messages.
        public static let object = Resources(rawValue: 4)

        var letters: String { AccountAccess.letters("sco", rawValue) }
    }

    /// The permissions that a signature grants.
    public struct Permissions: OptionSet, Sendable, Hashable {
        /// The bit mask of the permissions.
        public let rawValue: Int

        /// Creates a set of permissions.
        ///
        /// - Parameter rawValue: The bit mask of the permissions.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Permission to read blobs and properties, and to peek at messages.
        public static let read = Permissions(rawValue: 1)

        /// Permission to write blobs, containers, queues, and their properties.
        public static let write = Permissions(rawValue: 2)

        /// Permission to delete resources.
        public static let delete = Permissions(rawValue: 4)

        /// Permission to list resources.
        public static let list = Permissions(rawValue: 8)

        /// Permission to add messages, and blocks to append blobs.
        public static let add = Permissions(rawValue: 16)

        /// Permission to create blobs, but not to overwrite them.
        public static let create = Permissions(rawValue: 32)

        /// Permission to update messages.
        public static let update = Permissions(rawValue: 64)

        /// Permission to receive and delete messages.
        public static let process = Permissions(rawValue: 128)

        /// The letters of the permissions, in the order required by the service.
        var letters: String { AccountAccess.letters("rwdlacup", rawValue) }

        /// The letters of the permissions, in the order required for signatures of a service and stored access policies.
        var serviceLetters: String {
            let letters = letters
            return "racwdlup".filter { letters.contains($0) }
        }
    }

    private static func letters(_ all: String, _ bits: Int) -> String {
        String(all.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element))
    }
}
