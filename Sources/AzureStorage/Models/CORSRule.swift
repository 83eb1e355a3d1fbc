/// Which pages of other origins a browser lets read a service.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/cross-origin-resource-sharing--cors--support-for-the-azure-storage-services>,
///   read 2026-11-21.
public struct CORSRule: Sendable, Hashable {
    /// The origins: `https://example.com`, or `*` for all.
    public var allowedOrigins: [String]

    /// The methods: `GET`, `PUT`.
    public var allowedMethods: [String]

    /// The fields that a request may have; a `*` at the end of a name stands for all that begin so.
    public var allowedHeaders: [String]

    /// The fields of an answer that the page may see; a `*` at the end of a name stands for all that begin so.
    public var exposedHeaders: [String]

    /// For how many seconds a browser may keep in mind what is allowed.
    public var maxAgeInSeconds: Int

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - allowedOrigins: The origins.
    ///   - allowedMethods: The methods.
    ///   - allowedHeaders: The fields that a request may have.
    ///   - exposedHeaders: The fields of an answer that the page may see.
    ///   - maxAgeInSeconds: For how many seconds a browser may keep in mind what is allowed.
    public init(
        allowedOrigins: [String], allowedMethods: [String], allowedHeaders: [String] = [],
        exposedHeaders: [String] = [], maxAgeInSeconds: Int = 0
    ) {
        self.allowedOrigins = allowedOrigins
        self.allowedMethods = allowedMethods
        self.allowedHeaders = allowedHeaders
        self.exposedHeaders = exposedHeaders
        self.maxAgeInSeconds = maxAgeInSeconds
    }
}

extension CORSRule: Codable {
    private enum CodingKeys: String, CodingKey {
        case allowedOrigins
        case allowedMethods
        case maxAgeInSeconds
        case exposedHeaders
        case allowedHeaders
    }

    /// Reads a rule.
    ///
    /// - Parameter decoder: Holds an element `CorsRule`, whose lists are texts with commas.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func list(_ key: CodingKeys) throws -> [String] {
            (try values.decodeIfPresent(String.self, forKey: key) ?? "").split(separator: ",").map(String.init)
        }
        allowedOrigins = try list(.allowedOrigins)
        allowedMethods = try list(.allowedMethods)
        allowedHeaders = try list(.allowedHeaders)
        exposedHeaders = try list(.exposedHeaders)
        maxAgeInSeconds = try values.decodeIfPresent(Int.self, forKey: .maxAgeInSeconds) ?? 0
    }

    /// Writes the rule.
    ///
    /// - Parameter encoder: Takes the element.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(allowedOrigins.joined(separator: ","), forKey: .allowedOrigins)
        try values.encode(allowedMethods.joined(separator: ","), forKey: .allowedMethods)
        try values.encode(maxAgeInSeconds, forKey: .maxAgeInSeconds)
        try values.encode(exposedHeaders.joined(separator: ","), forKey: .exposedHeaders)
        try values.encode(allowedHeaders.joined(separator: ","), forKey: .allowedHeaders)
    }
}
