public import Rill
internal import RillHTTP

extension BlobClient {
    /// Reads what is set for the whole Blob service.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Returns: A cold `Observable<ServiceProperties>`: exactly one value, then completed.
    /// - SeeAlso: `GET /?restype=service&comp=properties`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-blob-service-properties>, read 2026-11-21.
    public func serviceProperties() -> Observable<ServiceProperties> {
        send(Operation<ServiceProperties>.reading)
    }

    /// Sets something for the whole Blob service; what is nil stays as it is.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/invalidXMLDocument`` if the service does not take it.
    ///
    /// - Parameter properties: What to set.
    /// - Returns: A cold `Observable<Void>`: exactly one value, then completed.
    /// - SeeAlso: `PUT /?restype=service&comp=properties`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/set-blob-service-properties>, read 2026-11-21.
    public func setServiceProperties(_ properties: ServiceProperties) -> Observable<Void> {
        send(Operation<Void>.setting(properties))
    }

    /// Reads which pages of other origins a browser lets read the blobs.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Returns: A cold `Observable<[CORSRule]>`: exactly one array, then completed.
    /// - SeeAlso: ``serviceProperties()``
    public func corsRules() -> Observable<[CORSRule]> {
        serviceProperties().map { $0.corsRules ?? [] }
    }

    /// Sets which pages of other origins a browser lets read the blobs, in the place of all rules before.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/invalidXMLDocument`` if there are more than five.
    ///
    /// - Parameter rules: The rules; empty for none.
    /// - Returns: A cold `Observable<Void>`: exactly one value, then completed.
    /// - SeeAlso: ``setServiceProperties(_:)``
    public func setCORSRules(_ rules: [CORSRule]) -> Observable<Void> {
        var properties = ServiceProperties()
        properties.corsRules = rules
        return setServiceProperties(properties)
    }
}
