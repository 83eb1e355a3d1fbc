/// The version of the REST API that is spoken.
enum ServiceVersion {
    /// Known to the services, to Azurite and to other emulators alike.
    static let current = "2021-08-06"
}
