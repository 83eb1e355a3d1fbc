/// What is set for a whole service.
///
/// When it is written, what is nil stays as it is.
public struct ServiceProperties: Sendable, Hashable {
    /// What is logged.
    public var logging: Logging?

    /// What is counted each hour.
    public var hourMetrics: Metrics?

    /// What is counted each minute.
    public var minuteMetrics: Metrics?

    /// Which pages of other origins may read the service, five rules at most; empty for none.
    public var corsRules: [CORSRule]?

    /// The version that is spoken with whoever names none; of the Blob service alone.
    public var defaultServiceVersion: String?

    /// How long deleted blobs are kept; of the Blob service alone.
    public var deleteRetentionPolicy: RetentionPolicy?

    /// Whether the container `$web` is served as a site; of the Blob service alone.
    public var staticWebsite: StaticWebsite?

    /// Creates properties, all of which stay as they are until one is set.
    public init() {}

    /// How long something is kept.
    public struct RetentionPolicy: Sendable, Hashable, Codable {
        /// Whether it is kept for a number of days, and not for ever, or not at all.
        public var enabled: Bool

        /// For how many days, 1 to 365; nil if it is not enabled.
        public var days: Int?

        /// Creates a policy.
        ///
        /// - Parameter days: For how many days, 1 to 365; nil for a policy that is not enabled.
        public init(days: Int?) {
            enabled = days != nil
            self.days = days
        }
    }

    /// What is logged.
    public struct Logging: Sendable, Hashable, Codable {
        /// The version of what is written.
        public var version: String

        /// Whether deletions are logged.
        public var delete: Bool

        /// Whether reads are logged.
        public var read: Bool

        /// Whether writes are logged.
        public var write: Bool

        /// How long logs are kept.
        public var retentionPolicy: RetentionPolicy

        /// Creates settings.
        ///
        /// - Parameters:
        ///   - delete: Whether deletions are logged.
        ///   - read: Whether reads are logged.
        ///   - write: Whether writes are logged.
        ///   - retentionPolicy: How long logs are kept.
        public init(delete: Bool, read: Bool, write: Bool, retentionPolicy: RetentionPolicy) {
            version = "1.0"
            self.delete = delete
            self.read = read
            self.write = write
            self.retentionPolicy = retentionPolicy
        }
    }

    /// What is counted.
    public struct Metrics: Sendable, Hashable, Codable {
        /// The version of what is written.
        public var version: String

        /// Whether anything is counted.
        public var enabled: Bool

        /// Whether it is counted for each operation; nil if nothing is counted.
        public var includeAPIs: Bool?

        /// How long it is kept.
        public var retentionPolicy: RetentionPolicy

        /// Creates settings.
        ///
        /// - Parameters:
        ///   - includeAPIs: Whether it is counted for each operation; nil to count nothing.
        ///   - retentionPolicy: How long it is kept.
        public init(includeAPIs: Bool?, retentionPolicy: RetentionPolicy) {
            version = "1.0"
            enabled = includeAPIs != nil
            self.includeAPIs = includeAPIs
            self.retentionPolicy = retentionPolicy
        }
    }

    /// How a container is served as a site.
    public struct StaticWebsite: Sendable, Hashable, Codable {
        /// Whether it is.
        public var enabled: Bool

        /// What a folder is answered with: `index.html`; nil for nothing.
        public var indexDocument: String?

        /// What is answered where nothing is found: `404.html`; nil for nothing.
        public var errorDocument404Path: String?

        /// Creates settings.
        ///
        /// - Parameters:
        ///   - enabled: Whether there is a site.
        ///   - indexDocument: What a folder is answered with.
        ///   - errorDocument404Path: What is answered where nothing is found.
        public init(enabled: Bool, indexDocument: String? = nil, errorDocument404Path: String? = nil) {
            self.enabled = enabled
            self.indexDocument = indexDocument
            self.errorDocument404Path = errorDocument404Path
        }
    }
}

extension ServiceProperties: Codable {
    private enum CodingKeys: String, CodingKey {
        case logging
        case hourMetrics
        case minuteMetrics
        case corsRules = "Cors"
        case defaultServiceVersion
        case deleteRetentionPolicy
        case staticWebsite
    }

    private struct Rules: Codable {
        let corsRule: [CORSRule]
    }

    /// Reads properties.
    ///
    /// - Parameter decoder: Holds an element `StorageServiceProperties`.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        logging = try values.decodeIfPresent(Logging.self, forKey: .logging)
        hourMetrics = try values.decodeIfPresent(Metrics.self, forKey: .hourMetrics)
        minuteMetrics = try values.decodeIfPresent(Metrics.self, forKey: .minuteMetrics)
        corsRules = try values.decodeIfPresent(Rules.self, forKey: .corsRules)?.corsRule ?? []
        defaultServiceVersion = try values.decodeIfPresent(String.self, forKey: .defaultServiceVersion)
        deleteRetentionPolicy = try values.decodeIfPresent(RetentionPolicy.self, forKey: .deleteRetentionPolicy)
        staticWebsite = try values.decodeIfPresent(StaticWebsite.self, forKey: .staticWebsite)
    }

    /// Writes what is not nil.
    ///
    /// - Parameter encoder: Takes the element.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(logging, forKey: .logging)
        try values.encodeIfPresent(hourMetrics, forKey: .hourMetrics)
        try values.encodeIfPresent(minuteMetrics, forKey: .minuteMetrics)
        try values.encodeIfPresent(corsRules.map { Rules(corsRule: $0) }, forKey: .corsRules)
        try values.encodeIfPresent(defaultServiceVersion, forKey: .defaultServiceVersion)
        try values.encodeIfPresent(deleteRetentionPolicy, forKey: .deleteRetentionPolicy)
        try values.encodeIfPresent(staticWebsite, forKey: .staticWebsite)
    }
}
