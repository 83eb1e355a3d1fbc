public import Foundation
internal import RillHTTP
internal import RillSystem

/// An error for an endpoint that the catalog does not contain, with the available endpoints.
///
///     no public endpoint for "compute" in region "tyo9" in the catalog. Available: public in sjc1, public in tyo1
public struct CatalogError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The kind of error.
    ///
    /// Compare it with the static members.
    public let code: Code

    /// The requested service type.
    public let type: ServiceType

    /// The requested region, or `nil` if none was specified.
    public let region: Region?

    /// The requested interface.
    public let interface: EndpointInterface

    /// The requested endpoint and the available ones, in one line.
    public let description: String

    /// The same text as `description`.
    public var errorDescription: String? { description }

    init(_ code: Code, _ type: ServiceType, _ region: Region?, _ interface: EndpointInterface, in catalog: Catalog) {
        self.code = code
        self.type = type
        self.region = region
        self.interface = interface
        let ofType = catalog.services.filter { $0.type == type }
        let endpoints = Self.list(ofType.flatMap(\.endpoints).map { "\($0.interface) in \($0.region ?? "no region")" })
        let location = region.map { " in region \"\($0)\"" } ?? ""
        let text =
            switch code {
            case _ where catalog.services.isEmpty:
                "no endpoint for \"\(type)\": the catalog is empty. Issue a token scoped to a project or tenant"
            case _ where ofType.isEmpty:
                "no service of type \"\(type)\" in the catalog. Available: "
                    + Self.list(catalog.services.map(\.type.rawValue))
            case .ambiguous:
                "\(interface) endpoints for \"\(type)\" in several regions. Specify the region. Available: \(endpoints)"
            default:
                "no \(interface) endpoint for \"\(type)\"\(location) in the catalog. Available: \(endpoints)"
            }
        description = text.removingDeceptiveCharacters()
    }

    /// Returns the unique words in alphabetical order.
    private static func list(_ words: [String]) -> String {
        words.isEmpty ? "none" : Set(words).sorted().joined(separator: ", ")
    }

    /// The kinds of catalog errors.
    ///
    /// Later versions may add values.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the static member.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// The catalog has no matching service or endpoint.
        public static let notFound = Code("notFound")

        /// The catalog has matching endpoints in several regions, and no region was specified.
        public static let ambiguous = Code("ambiguous")
    }
}
