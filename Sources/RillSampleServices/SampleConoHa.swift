public import Foundation
public import RillHTTPTesting

/// A sample server for versions 2.0 and 3 of ConoHa's Identity API, and for read-only requests to its compute, account,
/// and DNS services, on a free loopback port.
///
///     let conoHa = try SampleConoHa()
///     defer { conoHa.stop() }
///     // … POST \(conoHa.baseURL)/v3/auth/tokens …
///
/// The server issues tokens and validates them with a configurable clock. Two users can log in: a customer and a cloud
/// administrator. The service catalog has several regions. The server supports tenants, projects with paging, sub-users,
/// EC2 credentials, servers with paging, flavors, invoices, domains, and Keystone's error format. All data is kept in
/// memory. The base URL belongs to the Identity API, and contains no version.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/> and <https://docs.openstack.org/api-ref/identity/v3/>, read
///   2026-11-21.
public final class SampleConoHa: SampleServer {
    /// The users, validation rules, and clock of a sample server.
    public struct Options: Sendable {
        /// The port.
        ///
        /// Defaults to 0, which selects a free port.
        public var port: UInt16 = 0

        /// The name of the customer.
        public var userName = "gncu00000001"

        /// The customer's password.
        public var password = "sample-password"

        /// The name of the cloud administrator.
        public var adminName = "gncadmin"

        /// The administrator's password.
        public var adminPassword = "sample-admin-password"

        /// Whether user and project names require a domain, as in Keystone's default configuration.
        ///
        /// Defaults to `false`, as in ConoHa.
        public var requiresDomain = false

        /// Whether the server supports version 2.0, which current Keystone releases do not.
        public var servesVersion2 = true

        /// The lifetime of tokens, in seconds.
        public var tokenLifetime = 86_400

        /// The maximum number of EC2 credentials per user, or `nil` for no limit, as in Keystone.
        public var credentialLimit: Int? = 3

        /// The closure that returns the current date.
        ///
        /// Defaults to the system clock.
        public var now: @Sendable () -> Date = { Date() }

        /// Creates the default options: ConoHa's behavior and the system clock.
        public init() {}
    }

    /// The ID of the customer.
    public static let userID = "11112222333344445555666677778888"

    /// The ID of the customer's first tenant, or project.
    public static let tenantID = "fedcba9876543210fedcba9876543210"

    /// The name of the customer's first tenant, or project.
    public static let tenantName = "gnct00000001"

    /// The ID of an application credential of the customer.
    public static let applicationCredentialID = "acacacacacacacacacacacacacacacac"

    /// The name of the application credential.
    public static let applicationCredentialName = "backup"

    /// The secret of the application credential.
    public static let applicationCredentialSecret = "sample-application-secret"

    /// The ID of a trust from the administrator to the customer for the customer's first project.
    public static let trustID = "8b9a0000000000000000000000008b9a"

    /// The number of projects.
    public static let projectCount = ConoHaAccounts.projects.count

    /// The underlying loopback server, which records the requests in `server.requests`.
    public let server: LoopbackServer

    /// Starts the sample server.
    ///
    /// - Parameter options: The users, validation rules, and clock.
    /// - Throws: `LoopbackServer.SocketError` if the port is not available.
    public init(options: Options = Options()) throws {
        server = try LoopbackServer(port: options.port, handler: ConoHaService(options: options).response)
    }
}
