/// The naming rules for containers and queues.
enum AzureNames {
    private static let lengths = 3...63
    private static let special = ["$root", "$logs", "$web"]

    /// Throws if a name is invalid.
    static func check(_ name: String, isContainer: Bool) throws(AzureError) {
        if isContainer, special.contains(name) { return }
        guard lengths.contains(name.utf8.count) else { throw .inputOutOfRange }
        guard name.wholeMatch(of: #/[a-z0-9]+(-[a-z0-9]+)*/#) != nil else { throw .invalidName }
    }
}
