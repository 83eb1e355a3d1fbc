import Foundation
import Rill
import RillConoHa
import RillHTTP
import Testing

/// Resources that a test creates in a real service before it runs and deletes afterward.
extension Cloud {
    private struct CreatedResource: Decodable, Sendable {
        let id: String
    }

    private func make<Body: Encodable>(
        _ client: ConoHaClient, _ path: URLPath, _ kind: String, _ body: Body
    ) async throws -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let request = Endpoint(
            path, method: .post, body: .json([kind: body], encoder: encoder),
            parser: ResponseParser<CreatedResource>.json(at: kind))
        return try await client.send(request).firstValue().id
    }

    private func remove(_ client: ConoHaClient, _ path: URLPath) async throws {
        try await client.send(Endpoint<Void>(path, method: .delete)).firstValue()
    }

    func withProjects(_ count: Int, _ body: () async throws -> Void) async throws {
        let client = try await loggedIn().client
        var ids: [String] = []
        for number in 0..<count {
            let name = "rill-\(number)-\(UUID().uuidString)"
            ids.append(try await make(client, "/v3/projects", "project", ["name": name, "domain_id": "default"]))
        }
        try await body()
        for id in ids { try await remove(client, "/v3/projects/\(id)") }
    }

    func withRoleInDomain(_ body: () async throws -> Void) async throws {
        let (token, client) = try await loggedIn()
        let role = try #require(token.roles.first { $0.name == "admin" }?.id)
        let path: URLPath = "/v3/domains/\(token.user.domain.id)/users/\(token.user.id)/roles/\(role)"
        try await client.send(Endpoint<Void>(path, method: .put)).firstValue()
        try await body()
        try await remove(client, path)
    }

    private struct TrustDraft: Encodable {
        struct Role: Encodable {
            let name: String
        }

        let trustorUserId: String
        let trusteeUserId: String
        let projectId: String?
        let impersonation = true
        let roles = [Role(name: "admin")]
    }

    func withTrust(_ body: (String) async throws -> Void) async throws {
        let (token, client) = try await loggedIn()
        // A trust in which trustor and trustee are the same user, which requires the least setup.
        let draft = TrustDraft(
            trustorUserId: token.user.id, trusteeUserId: token.user.id, projectId: token.project?.id)
        let id = try await make(client, "/v3/OS-TRUST/trusts", "trust", draft)
        try await body(id)
        try await remove(client, "/v3/OS-TRUST/trusts/\(id)")
    }

    func withApplicationCredential(_ body: (String, String, Secret) async throws -> Void) async throws {
        let (token, client) = try await loggedIn()
        let name = "rill-\(UUID().uuidString)"
        let secret = UUID().uuidString
        let path: URLPath = "/v3/users/\(token.user.id)/application_credentials"
        let id = try await make(client, path, "application_credential", ["name": name, "secret": secret])
        try await body(id, name, Secret(secret))
        try await remove(client, "\(path)/\(id)")
    }
}
