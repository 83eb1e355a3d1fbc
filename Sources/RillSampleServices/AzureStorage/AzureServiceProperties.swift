/// The properties of a service, as XML.
struct AzureServiceProperties: Sendable {
    private static let maximumRules = 5

    /// The properties, in document order.
    private var parts: [AzureElement]

    init(_ kind: AzureServiceKind) {
        let retention = AzureElement("RetentionPolicy", [AzureElement("Enabled", "false")])
        let logging = [
            AzureElement("Version", "1.0"), AzureElement("Delete", "false"), AzureElement("Read", "false"),
            AzureElement("Write", "false"), retention,
        ]
        let metrics = [AzureElement("Version", "1.0"), AzureElement("Enabled", "false"), retention]
        parts = [
            AzureElement("Logging", logging), AzureElement("HourMetrics", metrics),
            AzureElement("MinuteMetrics", metrics), AzureElement("Cors"),
        ]
        guard kind == .blob else { return }
        let disabled = [AzureElement("Enabled", "false")]
        parts += [
            AzureElement("DefaultServiceVersion", "2021-08-06"), AzureElement("DeleteRetentionPolicy", disabled),
            AzureElement("StaticWebsite", disabled),
        ]
    }

    var element: AzureElement { AzureElement("StorageServiceProperties", parts) }

    /// Replaces the properties that a document contains.
    mutating func set(_ body: [UInt8]) throws(AzureError) {
        guard let document = AzureElement.read(body, root: "StorageServiceProperties") else { throw .invalidXML }
        var changed = parts
        for part in document.children {
            guard let index = changed.firstIndex(where: { $0.name == part.name }) else { throw .invalidXML }
            if part.name == "Cors" { try Self.check(part) }
            changed[index] = part
        }
        parts = changed
    }

    private static func check(_ cors: AzureElement) throws(AzureError) {
        guard cors.children.count <= maximumRules, cors.children.allSatisfy({ $0.name == "CorsRule" }) else {
            throw .invalidXML
        }
        for rule in cors.children {
            for name in ["AllowedOrigins", "AllowedMethods"] where (rule[name]?.text ?? "").isEmpty {
                throw .invalidNode(name, "")
            }
            let known = ["DELETE", "GET", "HEAD", "MERGE", "OPTIONS", "PATCH", "POST", "PUT"]
            let methods = rule["AllowedMethods"]?.text ?? ""
            let names = methods.split(separator: ",").map { $0.filter { !$0.isWhitespace }.uppercased() }
            guard names.allSatisfy({ known.contains($0) }) else { throw .invalidNode("AllowedMethods", methods) }
            let age = rule["MaxAgeInSeconds"]?.text ?? ""
            guard let seconds = Int(age), seconds >= 0 else { throw .invalidNode("MaxAgeInSeconds", age) }
        }
    }
}
