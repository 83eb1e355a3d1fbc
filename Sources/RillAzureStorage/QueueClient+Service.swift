public import RillHTTP

extension QueueClient {
    /// Returns the properties of the Queue service.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Returns: A cold `Observable<ServiceProperties>` that emits one value and completes.
    /// - SeeAlso: `GET /?restype=service&comp=properties`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-queue-service-properties>, read 2026-11-21.
    public func serviceProperties() -> Observable<ServiceProperties> {
        client.serviceProperties()
    }

    /// Sets properties of the Queue service.
    ///
    /// Properties that are `nil` remain unchanged.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/invalidXMLDocument`` if the service rejects the properties.
    ///
    /// - Parameter properties: The properties to set. The Queue service supports logging, metrics, and CORS rules.
    /// - Returns: A cold `Observable<Void>` that emits one value and completes.
    /// - SeeAlso: `PUT /?restype=service&comp=properties`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/set-queue-service-properties>, read 2026-11-21.
    public func setServiceProperties(_ properties: ServiceProperties) -> Observable<Void> {
        client.setServiceProperties(properties)
    }
}
