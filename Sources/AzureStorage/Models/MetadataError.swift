/// Why metadata cannot be sent: `the metadata "größe" cannot be sent: a name has letters, digits and underscores, no digit first`.
public struct MetadataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name that it is about.
    public let name: String

    /// What is wrong with it or its value.
    public let reason: String

    /// The name and the reason.
    public var description: String { "the metadata \"\(name)\" cannot be sent: \(reason)" }
}
