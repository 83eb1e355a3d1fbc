internal import Rill
internal import RillHTTP
internal import RillHTTPTesting

/// The operations of a service on itself: listing its containers or queues, and reading and changing its properties.
final class AzureServiceEndpoints: @unchecked Sendable {  // `properties` is guarded by `lock`
    private let lock = Lock()
    private var properties: AzureServiceProperties

    init(_ kind: AzureServiceKind) {
        properties = AzureServiceProperties(kind)
    }

    /// Returns the service-level operation of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - list: The closure that lists the containers or queues.
    /// - Returns: The operation.
    /// - Throws: An error if there is no such operation.
    func action(
        for request: AzureRequest,
        list: @escaping @Sendable (AzureRequest) throws(AzureError) -> LoopbackServer.Response
    ) throws(AzureError) -> AzureAction {
        switch (request.method, request.parameter("restype"), request.parameter("comp")) {
        case (.get, nil, "list"):
            let items: Set = ["comp", "prefix", "marker", "maxresults", "include"]
            return AzureAction(.service, "l", items: items) { _ throws(AzureError) in try list(request) }
        case (.get, "service", "properties"):
            return AzureAction(.service, "r", items: ["restype", "comp"]) { _ in
                .xml(self.lock.withLock { self.properties.element })
            }
        case (.put, "service", "properties"):
            return AzureAction(.service, "w", items: ["restype", "comp"]) { _ throws(AzureError) in
                try self.setProperties(request.request.body)
                return .status(.accepted)
            }
        case (_, _, nil): throw .invalidURI
        default: throw .notImplemented
        }
    }

    private func setProperties(_ body: [UInt8]) throws(AzureError) {
        try lock.withLock { () throws(AzureError) in try properties.set(body) }
    }
}
