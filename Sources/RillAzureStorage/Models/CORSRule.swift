internal import Foundation

/// A rule for cross-origin resource sharing (CORS).
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/cross-origin-resource-sharing--cors--support-for-the-azure-storage-services>,
///   read 2026-11-21.
public struct CORSRule: Sendable, Hashable {
    /// The allowed origins, for example `https://example.com`, or `*` for all.
    public var allowedOrigins: [String]

    /// The allowed methods, for example `GET` and `PUT`.
    public var allowedMethods: [String]

    /// The allowed request header fields.
    ///
    /// A trailing `*` matches all names with that prefix.
    public var allowedHeaders: [String]

    /// The response header fields exposed to pages.
    ///
    /// A trailing `*` matches all names with that prefix.
    public var exposedHeaders: [String]

    /// The number of seconds for which browsers may cache the preflight response.
    public var maxAgeInSeconds: Int

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - allowedOrigins: The allowed origins.
    ///   - allowedMethods: The allowed methods.
    ///   - allowedHeaders: The allowed request header fields. Defaults to none.
    ///   - exposedHeaders: The response header fields exposed to pages. Defaults to none.
    ///   - maxAgeInSeconds: The number of seconds for which browsers may cache the preflight response. Defaults to 0.
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
    private enum CodingKeys: CodingKey {
        case allowedOrigins, allowedMethods, maxAgeInSeconds, exposedHeaders, allowedHeaders
    }

    /// Decodes a rule.
    ///
    /// - Parameter decoder: A decoder of a `CorsRule` element, whose lists are comma-separated texts.
    /// - Throws: An error of the decoder.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func list(_ key: CodingKeys) throws -> [String] {
            (try values.decodeIfPresent(String.self, forKey: key) ?? "").split(separator: ",")
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        allowedOrigins = try list(.allowedOrigins)
        allowedMethods = try list(.allowedMethods)
        allowedHeaders = try list(.allowedHeaders)
        exposedHeaders = try list(.exposedHeaders)
        maxAgeInSeconds = try values.decodeIfPresent(Int.self, forKey: .maxAgeInSeconds) ?? 0
    }

    /// Encodes the rule.
    ///
    /// - Parameter encoder: The encoder of the element.
    /// - Throws: An error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(allowedOrigins.joined(separator: ","), forKey: .allowedOrigins)
        try values.encode(allowedMethods.joined(separator: ","), forKey: .allowedMethods)
        try values.encode(maxAgeInSeconds, forKey: .maxAgeInSeconds)
        try values.encode(exposedHeaders.joined(separator: ","), forKey: .exposedHeaders)
        try values.encode(allowedHeaders.joined(separator: ","), forKey: .allowedHeaders)
    }
}
