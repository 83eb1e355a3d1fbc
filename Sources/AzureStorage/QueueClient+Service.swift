public import Rill
internal import RillHTTP

extension QueueClient {
    /// Reads what is set for the whole Queue service.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Returns: A cold `Observable<ServiceProperties>`: exactly one value, then completed.
    /// - SeeAlso: `GET /?restype=service&comp=properties`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-queue-service-properties>, read 2026-11-21.
    public func serviceProperties() -> Observable<ServiceProperties> {
        send(Operation<ServiceProperties>.reading)
    }

    /// Sets something for the whole Queue service; what is nil stays as it is.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/invalidXMLDocument`` if the service does not take it.
    ///
    /// - Parameter properties: What to set: logging, metrics and rules for other origins alone.
    /// - Returns: A cold `Observable<Void>`: exactly one value, then completed.
    /// - SeeAlso: `PUT /?restype=service&comp=properties`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/set-queue-service-properties>, read 2026-11-21.
    public func setServiceProperties(_ properties: ServiceProperties) -> Observable<Void> {
        send(Operation<Void>.setting(properties))
    }
}
