/// The REST API version of requests.
enum ServiceVersion {
    /// A version that Azure, Azurite, and other emulators support.
    static let current = "2021-08-06"
}
