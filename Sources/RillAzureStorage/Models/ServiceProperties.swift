/// The properties of a Blob or Queue service.
///
/// When the properties are set, values that are `nil` remain unchanged.
public struct ServiceProperties: Sendable, Hashable, Codable {
    /// The logging settings.
    public var logging: Logging?

    /// The hourly metrics settings.
    public var hourMetrics: Metrics?

    /// The minute metrics settings.
    public var minuteMetrics: Metrics?

    /// The CORS rules, at most five.
    ///
    /// An empty array removes all rules.
    public var corsRules: [CORSRule]? {
        get { cors?.corsRule }
        set { cors = newValue.map { Rules(corsRule: $0) } }
    }

    private var cors: Rules?

    private struct Rules: Sendable, Hashable, Codable {
        let corsRule: [CORSRule]
    }

    /// The default API version for requests without a version.
    ///
    /// Blob service only.
    public var defaultServiceVersion: String?

    /// The retention policy for deleted blobs.
    ///
    /// Blob service only.
    public var deleteRetentionPolicy: RetentionPolicy?

    /// The static website settings for the container `$web`.
    ///
    /// Blob service only.
    public var staticWebsite: StaticWebsite?

    /// Creates properties without values.
    public init() {}

    /// A retention policy for logs, metrics, or deleted blobs.
    public struct RetentionPolicy: Sendable, Hashable, Codable {
        /// A Boolean value that indicates whether the policy is enabled.
        public var enabled: Bool

        /// The number of days, 1 to 365, or `nil` if the policy is disabled.
        public var days: Int?

        /// Whether deleted blobs can be deleted permanently, or `nil` if the service does not report it.
        public var allowPermanentDelete: Bool?

        /// Creates a policy.
        ///
        /// - Parameter days: The number of days, 1 to 365. `nil` disables the policy.
        public init(days: Int?) {
            enabled = days != nil
            self.days = days
        }
    }

    /// Logging settings.
    public struct Logging: Sendable, Hashable, Codable {
        /// The version of the log format.
        public var version: String

        /// Whether delete requests are logged.
        public var delete: Bool

        /// Whether read requests are logged.
        public var read: Bool

        /// Whether write requests are logged.
        public var write: Bool

        /// The retention policy for logs.
        public var retentionPolicy: RetentionPolicy

        /// Creates logging settings.
        ///
        /// - Parameters:
        ///   - delete: Whether delete requests are logged.
        ///   - read: Whether read requests are logged.
        ///   - write: Whether write requests are logged.
        ///   - retentionPolicy: The retention policy for logs.
        public init(delete: Bool, read: Bool, write: Bool, retentionPolicy: RetentionPolicy) {
            version = "1.0"
            self.delete = delete
            self.read = read
            self.write = write
            self.retentionPolicy = retentionPolicy
        }
    }

    /// Metrics settings.
    public struct Metrics: Sendable, Hashable, Codable {
        /// The version of the metrics format.
        public var version: String

        /// Whether metrics are collected.
        public var enabled: Bool

        /// Whether metrics are collected per API operation, or `nil` if metrics are disabled.
        public var includeAPIs: Bool?

        /// The retention policy for metrics.
        public var retentionPolicy: RetentionPolicy

        /// Creates metrics settings.
        ///
        /// - Parameters:
        ///   - includeAPIs: Whether metrics are collected per API operation. `nil` disables metrics.
        ///   - retentionPolicy: The retention policy for metrics.
        public init(includeAPIs: Bool?, retentionPolicy: RetentionPolicy) {
            version = "1.0"
            enabled = includeAPIs != nil
            self.includeAPIs = includeAPIs
            self.retentionPolicy = retentionPolicy
        }
    }

    /// Static website settings.
    public struct StaticWebsite: Sendable, Hashable, Codable {
        /// Whether the static website is enabled.
        public var enabled: Bool

        /// The name of the index document, for example `index.html`, or `nil` for none.
        public var indexDocument: String?

        /// The path of the document for "404 Not Found" responses, for example `404.html`, or `nil` for none.
        public var errorDocument404Path: String?

        /// The path of the default index document, or `nil` for none.
        public var defaultIndexDocumentPath: String?

        /// Creates static website settings.
        ///
        /// - Parameters:
        ///   - enabled: Whether the static website is enabled.
        ///   - indexDocument: The name of the index document. Defaults to `nil`.
        ///   - errorDocument404Path: The path of the document for "404 Not Found" responses. Defaults to `nil`.
        public init(enabled: Bool, indexDocument: String? = nil, errorDocument404Path: String? = nil) {
            self.enabled = enabled
            self.indexDocument = indexDocument
            self.errorDocument404Path = errorDocument404Path
        }
    }
}
