/// The REST API version of requests.
enum ServiceVersion {
    /// The version, supported by the services, Azurite, and other emulators.
    static let current = "2021-08-06"
}
