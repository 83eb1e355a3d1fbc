/// The level of public access to a container, and its stored access policies.
public struct ContainerAccess: Sendable, Hashable {
    /// The level of public access, or `nil` if the container is private.
    public var publicAccess: PublicAccess?

    /// The stored access policies, at most five.
    public var policies: [StoredAccessPolicy]

    /// Creates access settings.
    ///
    /// - Parameters:
    ///   - publicAccess: The level of public access. Defaults to `nil`, which means private.
    ///   - policies: The stored access policies, at most five. Defaults to none.
    public init(publicAccess: PublicAccess? = nil, policies: [StoredAccessPolicy] = []) {
        self.publicAccess = publicAccess
        self.policies = policies
    }
}
