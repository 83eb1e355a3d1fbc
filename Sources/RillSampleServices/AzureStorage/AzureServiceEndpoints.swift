internal import RillHTTPTesting

/// The operations of a service on itself: listing its containers or queues, and reading and changing its properties.
final class AzureServiceEndpoints: @unchecked Sendable {  // `properties` is guarded by `lock`
    private static let maximumRules = 5

    private let lock = Lock()

    /// The properties of the service, in document order.
    private var properties: [AzureElement]

    init(_ kind: AzureServiceKind) {
        let retention = AzureElement("RetentionPolicy", [("Enabled", "false")])
        let metrics = [AzureElement("Version", "1.0"), AzureElement("Enabled", "false"), retention]
        let logging = ["Delete", "Read", "Write"].map { AzureElement($0, "false") }
        properties = [
            AzureElement("Logging", [AzureElement("Version", "1.0")] + logging + [retention]),
            AzureElement("HourMetrics", metrics), AzureElement("MinuteMetrics", metrics), AzureElement("Cors"),
        ]
        guard kind == .blob else { return }
        properties += [
            AzureElement("DefaultServiceVersion", "2021-08-06"),
            AzureElement("DeleteRetentionPolicy", [("Enabled", "false")]),
            AzureElement("StaticWebsite", [("Enabled", "false")]),
        ]
    }

    /// Returns the service-level operation of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - list: The closure that lists the containers or queues.
    /// - Returns: The operation.
    /// - Throws: An error if there is no such operation.
    func action(
        for request: AzureRequest, list: @escaping @Sendable (AzureRequest) throws -> LoopbackServer.Response
    ) throws -> AzureAction {
        switch (request.method, request.parameter("restype"), request.parameter("comp")) {
        case (.get, nil, "list"):
            let items: Set = ["comp", "prefix", "marker", "maxresults", "include"]
            return AzureAction(.service, "l", items: items) { _ in try list(request) }
        case (.get, "service", "properties"):
            return AzureAction(.service, "r", items: ["restype", "comp"]) { _ in
                .xml(AzureElement("StorageServiceProperties", self.lock.withLock { self.properties }))
            }
        case (.put, "service", "properties"):
            return AzureAction(.service, "w", items: ["restype", "comp"]) { _ in
                let document = try request.document("StorageServiceProperties")
                try self.lock.withLock { self.properties = try Self.replace(self.properties, document.children) }
                return .status(.accepted)
            }
        case (_, _, nil): throw AzureError("InvalidUri")
        default: throw AzureError("NotImplemented")
        }
    }

    /// Returns properties, of which those with a new value are replaced.
    private static func replace(_ properties: [AzureElement], _ values: [AzureElement]) throws -> [AzureElement] {
        var properties = properties
        for value in values {
            guard let index = properties.firstIndex(where: { $0.name == value.name }) else {
                throw AzureError("InvalidXmlDocument")
            }
            if value.name == "Cors" { try check(value) }
            properties[index] = value
        }
        return properties
    }

    private static func check(_ cors: AzureElement) throws {
        guard cors.children.count <= maximumRules, cors.children.allSatisfy({ $0.name == "CorsRule" }) else {
            throw AzureError("InvalidXmlDocument")
        }
        for rule in cors.children {
            for name in ["AllowedOrigins", "AllowedMethods"] where (rule[name]?.text ?? "").isEmpty {
                throw AzureError.invalidNode(name, "")
            }
            let known = ["DELETE", "GET", "HEAD", "MERGE", "OPTIONS", "PATCH", "POST", "PUT"]
            let methods = rule["AllowedMethods"]?.text ?? ""
            let names = methods.split(separator: ",").map { $0.filter { !$0.isWhitespace }.uppercased() }
            guard names.allSatisfy({ known.contains($0) }) else {
                throw AzureError.invalidNode("AllowedMethods", methods)
            }
            let age = rule["MaxAgeInSeconds"]?.text ?? ""
            guard let seconds = Int(age), seconds >= 0 else { throw AzureError.invalidNode("MaxAgeInSeconds", age) }
        }
    }
}
