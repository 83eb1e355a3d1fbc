/// Header fields that an operation implements.
struct AzureFields: Sendable, ExpressibleByStringLiteral {
    /// The lowercase names, or `x-ms-meta-` for metadata.
    let names: Set<String>

    init(stringLiteral name: String) {
        names = [name]
    }

    private init(_ names: Set<String>) {
        self.names = names
    }

    static let conditions = AzureFields(["if-match", "if-none-match", "if-modified-since", "if-unmodified-since"])
    static let sourceConditions = AzureFields(Set(conditions.names.map { "x-ms-source-\($0)" }))
    static let lease: AzureFields = "x-ms-lease-id"
    static let metadata: AzureFields = "x-ms-meta-"
    static let checksums = AzureFields(["content-md5", "x-ms-content-crc64"])
    static let range = AzureFields(["range", "x-ms-range"])

    /// The content headers of a blob.
    static let contentHeaders = AzureFields(
        Set(
            [
                "content-type", "content-encoding", "content-language", "content-disposition", "content-md5",
                "cache-control",
            ].map { "x-ms-blob-\($0)" }))

    /// The fields that every operation implements, or that do not change its meaning.
    ///
    /// Microsoft's Python client sends all metadata in `x-ms-meta`, too, which has no name.
    private static let common: Set<String> = [
        "x-ms-date", "x-ms-version", "x-ms-client-request-id", "x-ms-return-client-request-id", "x-ms-useragent",
        "x-ms-meta",
    ]

    /// Returns the name under which an operation declares a field, or `nil` if the field never changes the meaning of a
    /// request.
    static func declaredName(of field: String) -> String? {
        if field.hasPrefix("x-ms-meta-") { return "x-ms-meta-" }
        let isMeaningful =
            field.hasPrefix("x-ms-") || field.hasPrefix("if-") || field == "range" || field == "content-md5"
        return isMeaningful && !common.contains(field) ? field : nil
    }
}
