internal import RillHTTP

extension QueryItems {
    static let serviceProperties: QueryItems = ["restype": "service", "comp": "properties"]
}

extension Operation<ServiceProperties> {
    /// Returns the properties of a service.
    static var getServiceProperties: Operation<ServiceProperties> {
        let parser = ResponseParser<ServiceProperties>.xml(root: "StorageServiceProperties").map { decoded in
            var properties = decoded
            properties.corsRules = properties.corsRules ?? []
            return properties
        }
        return Operation(.get, "/", .serviceProperties, parser: parser)
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
