import Foundation
import Rill
import RillConoHa
import RillHTTP

/// The service and the user in the environment variables, and the features of the service.
enum IntegrationEnvironment {
    private static func value(_ name: String) -> String? {
        ProcessInfo.processInfo.environment["CONOHA_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `nil` unless the environment has a base URL, a user with a password, and a project or tenant.
    static let cloud: Cloud? = {
        guard let url = value("IDENTITY_URL"), let userName = value("USERNAME"), let password = value("PASSWORD") else {
            return nil
        }
        let domain = value("DOMAIN_ID").map { DomainReference.id($0) } ?? value("DOMAIN_NAME").map { .name($0) }
        let id = value("PROJECT_ID") ?? value("TENANT_ID")
        let name = value("PROJECT_NAME") ?? value("TENANT_NAME")
        let project = id.map { ProjectReference.id($0) } ?? name.map { .name($0, domain: domain) }
        guard let project else { return nil }
        return Cloud(
            url: url, userName: userName, password: Secret(password), domain: domain, project: project,
            region: Region(rawValue: value("REGION") ?? "tyo1"))
    }()

    /// Whether the user is an administrator, so that tests may create and delete resources.
    static var isAdmin: Bool { value("IS_ADMIN") == "1" }

    static func hasVersion2() async -> Bool {
        guard let cloud else { return false }
        return (try? await cloud.client.version(.v2).firstValue()) != nil
    }

    static func hasSubUsers() async -> Bool {
        guard let cloud, let client = try? await cloud.loggedIn().client else { return false }
        return (try? await client.subUsers().firstValue()) != nil
    }
}
