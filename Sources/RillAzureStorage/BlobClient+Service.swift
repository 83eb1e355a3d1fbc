public import RillHTTP

extension BlobClient {
    /// Returns the properties of the Blob service.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Returns: A cold `Observable<ServiceProperties>` that emits one value and completes.
    /// - SeeAlso: `GET /?restype=service&comp=properties`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-blob-service-properties>, read 2026-11-21.
    public func serviceProperties() -> Observable<ServiceProperties> {
        connection.client.serviceProperties()
    }

    /// Sets properties of the Blob service.
    ///
    /// Properties that are `nil` remain unchanged.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/invalidXMLDocument`` if the service rejects the properties.
    ///
    /// - Parameter properties: The properties to set.
    /// - Returns: A cold `Observable<Void>` that emits one value and completes.
    /// - SeeAlso: `PUT /?restype=service&comp=properties`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/set-blob-service-properties>, read 2026-11-21.
    public func setServiceProperties(_ properties: ServiceProperties) -> Observable<Void> {
        connection.client.setServiceProperties(properties)
    }

    /// Returns the CORS rules of the Blob service.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Returns: A cold `Observable<[CORSRule]>` that emits one value and completes.
    /// - SeeAlso: ``serviceProperties()``
    public func corsRules() -> Observable<[CORSRule]> {
        serviceProperties().map { $0.corsRules ?? [] }
    }

    /// Sets the CORS rules of the Blob service, replacing all existing rules.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/invalidXMLDocument`` if there are more than five rules.
    ///
    /// - Parameter rules: The new rules. An empty array removes all rules.
    /// - Returns: A cold `Observable<Void>` that emits one value and completes.
    /// - SeeAlso: ``setServiceProperties(_:)``
    public func setCORSRules(_ rules: [CORSRule]) -> Observable<Void> {
        var properties = ServiceProperties()
        properties.corsRules = rules
        return setServiceProperties(properties)
    }
}
