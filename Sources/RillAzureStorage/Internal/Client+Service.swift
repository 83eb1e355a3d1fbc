internal import RillHTTP

extension Client {
    private static let serviceProperties: QueryItems = ["restype": "service", "comp": "properties"]

    /// Returns the properties of the service.
    func serviceProperties() -> Observable<ServiceProperties> {
        let parser = ResponseParser<ServiceProperties>.xml(root: "StorageServiceProperties").map { decoded in
            var properties = decoded
            properties.corsRules = properties.corsRules ?? []
            return properties
        }
        return send(Operation(.get, "/", Self.serviceProperties, parser: parser))
    }

    /// Sets the properties of the service.
    func setServiceProperties(_ properties: ServiceProperties) -> Observable<Void> {
        var operation = Operation(.put, "/", Self.serviceProperties)
        operation.setBody { try XML.body(properties, root: "StorageServiceProperties") }
        return send(operation)
    }
}
