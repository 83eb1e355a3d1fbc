/// The relation of a link.
///
/// Services may send values that have no static member.
public struct LinkRelation: APIName {
    /// The raw value used by the service.
    public let rawValue: String

    /// Creates a relation from its raw value.
    ///
    /// - Parameter rawValue: The raw value used by the service.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The resource that contains the link.
    public static let itself: LinkRelation = "self"

    /// The documentation of the resource.
    public static let describedBy: LinkRelation = "describedby"

    /// The next page of a list.
    public static let next: LinkRelation = "next"
}
