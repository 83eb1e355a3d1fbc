public import Foundation
public import RillHTTPTesting

/// A local copy of ConoHa's identity service: versions 2.0 and 3 of its API, on a free loopback port.
///
///     let conoHa = try SampleConoHa()
///     defer { conoHa.stop() }
///     // … POST \(conoHa.baseURL)/v3/auth/tokens …
///
/// It issues tokens and knows which are still good, by a clock of the test's. Two users can log in: one such as ConoHa's
/// customers are, and one who runs the cloud. There is a catalog with several regions, whose compute service answers, too;
/// there are tenants, projects in pages, sub-users and pairs of keys, and errors as Keystone writes them. Nothing that it
/// has been told outlives it.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/> and <https://docs.openstack.org/api-ref/identity/v3/>, read
///   2026-11-21.
public final class SampleConoHa: Sendable {
    /// Who can log in to a sample, what it insists on, and what time it is there.
    public struct Options: Sendable {
        /// The port; 0, the default, takes a free one.
        public var port: UInt16 = 0

        /// The name of the customer.
        public var userName = "gncu00000001"

        /// The customer's password.
        public var password = "sample-password"

        /// The name of the user who runs the cloud.
        public var adminName = "gncadmin"

        /// That user's password.
        public var adminPassword = "sample-admin-password"

        /// Whether a name without its domain is refused, as by a Keystone as it comes; ConoHa takes it.
        public var requiresDomain = false

        /// Whether it serves version 2.0, too, which a Keystone of today does not.
        public var servesVersion2 = true

        /// How many seconds a token is good for.
        public var tokenLifetime = 86_400

        /// How many pairs of keys a user may have; nil for as many as one likes, as with Keystone.
        public var credentialLimit: Int? = 3

        /// Tells the time.
        public var now: @Sendable () -> Date = { Date() }

        /// Creates the default options: ConoHa's own ways, and the machine's clock.
        public init() {}
    }

    /// The id of the customer.
    public static let userID = ConoHaAccounts.customerID

    /// The id of the customer's first tenant, or project.
    public static let tenantID = ConoHaAccounts.tenantID

    /// The name of the customer's first tenant, or project.
    public static let tenantName = ConoHaAccounts.tenantName

    /// The id of a credential that the customer has made for a program.
    public static let applicationCredentialID = ConoHaAccounts.applicationCredentialID

    /// The name of that credential.
    public static let applicationCredentialName = ConoHaAccounts.applicationCredentialName

    /// The secret of that credential.
    public static let applicationCredentialSecret = ConoHaAccounts.applicationCredentialSecret

    /// The id of a trust: the customer may act for the one who runs the cloud in the customer's own first project.
    public static let trustID = ConoHaAccounts.trustID

    /// How many projects there are.
    public static let projectCount = ConoHaAccounts.projects.count

    /// The server underneath, which knows what it was asked: `server.requests`.
    public let server: LoopbackServer

    /// Starts the sample.
    ///
    /// - Parameter options: Who can log in, what it insists on, and the clock.
    /// - Throws: `LoopbackServer.SocketError` if there is no port for it.
    public init(options: Options = Options()) throws {
        let service = ConoHaService(options: options)
        var serverOptions = LoopbackServer.Options()
        serverOptions.port = options.port
        server = try LoopbackServer(options: serverOptions) { service.answer($0) }
    }

    /// The address of the identity service, without a version and without a slash at its end.
    public var baseURL: String { server.baseURL }

    /// Stops the server and waits for its threads; does nothing if that is done.
    public func stop() {
        server.stop()
    }
}
