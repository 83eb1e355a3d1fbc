/// Why a catalog does not say where a service is, and what it has instead.
///
///     the catalog has no public endpoint of "compute" in the region "tyo9"; it has: public in sjc1, public in tyo1
public struct CatalogError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong; compare with the static members.
    public let code: Code

    /// The service that was looked for.
    public let type: ServiceType

    /// The region that it was looked for in; nil if none was named.
    public let region: Region?

    /// The interface that it was looked for with.
    public let interface: EndpointInterface

    /// What was looked for, and what there is, in a line.
    public let description: String

    init(
        _ code: Code, _ type: ServiceType, _ region: Region?, _ interface: EndpointInterface, in catalog: Catalog
    ) {
        self.code = code
        self.type = type
        self.region = region
        self.interface = interface
        let ofType = catalog.services.filter { $0.type == type }
        let endpoints = Self.list(ofType.flatMap(\.endpoints).map { "\($0.interface) in \($0.region ?? "no region")" })
        let place = region.map { " in the region \"\($0)\"" } ?? ""
        switch code {
        case _ where catalog.services.isEmpty:
            description =
                "the catalog is empty, so that nobody knows where \"\(type)\" is: log in for a project or a tenant"
        case _ where ofType.isEmpty:
            description =
                "the catalog has no service of the type \"\(type)\"; it has: "
                + Self.list(catalog.services.map(\.type.rawValue))
        case .ambiguous:
            description =
                "the catalog has \(interface) endpoints of \"\(type)\" in several regions, name one; it has: \(endpoints)"
        default:
            description = "the catalog has no \(interface) endpoint of \"\(type)\"\(place); it has: \(endpoints)"
        }
    }

    /// The words in the order of the alphabet, each once.
    private static func list(_ words: [String]) -> String {
        words.isEmpty ? "none at all" : Set(words).sorted().joined(separator: ", ")
    }

    /// The reasons, as an open set.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the static member.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// There is no such service, or it is not there.
        public static let notFound = Code("notFound")

        /// It is in several regions, and none was named.
        public static let ambiguous = Code("ambiguous")
    }
}
