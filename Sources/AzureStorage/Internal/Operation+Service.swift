internal import RillHTTP

extension QueryItems {
    static let serviceProperties: QueryItems = ["restype": "service", "comp": "properties"]
}

extension Operation<ServiceProperties> {
    /// Reads what is set for a whole service.
    static var reading: Operation {
        Operation(.get, "/", .serviceProperties, parser: .xml(root: "StorageServiceProperties"))
    }
}

extension Operation<Void> {
    /// Sets something for a whole service.
    static func setting(_ properties: ServiceProperties) -> Operation {
        var operation = Operation(.put, "/", .serviceProperties)
        operation.setBody { try XML.body(properties, root: "StorageServiceProperties") }
        return operation
    }
}
