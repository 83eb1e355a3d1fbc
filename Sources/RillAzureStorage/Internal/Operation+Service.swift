internal import RillHTTP

extension QueryItems {
    static let serviceProperties: QueryItems = ["restype": "service", "comp": "properties"]
}

extension Operation<ServiceProperties> {
    /// Returns the properties of a service.
    static var getServiceProperties: Operation<ServiceProperties> {
        Operation(.get, "/", .serviceProperties, parser: .xml(root: "StorageServiceProperties"))
    }
}

extension Operation<Void> {
    /// Sets the properties of a service.
    static func setServiceProperties(_ properties: ServiceProperties) -> Operation<Void> {
        var operation = Operation(.put, "/", .serviceProperties)
        operation.setBody { try XML.body(properties, root: "StorageServiceProperties") }
        return operation
    }
}
