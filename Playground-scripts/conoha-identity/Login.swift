import RillConoHa
import RillSampleServices
import RillScript

/// The credentials and the scope of the token.
struct Account: Sendable {
    /// The account of the sample server.
    static let sample = Account(
        userName: SampleConoHa.Options().userName, password: SampleConoHa.Options().password,
        tenantID: SampleConoHa.tenantID)

    var userName: String?
    var password: String?
    var tenantID: String?
    var projectName: String?
    var domainID: String?
}

/// Returns the region of `--region`.
func parseRegion(_ text: String) throws -> Region {
    let isValid = text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    guard isValid, !text.isEmpty else {
        throw ValidationError("expected lowercase letters and digits, such as c3j1")
    }
    return Region(rawValue: text)
}

/// Logs in and returns the token.
func token(from server: SelectedServer) async throws -> SessionToken {
    let session = ConoHaSession(try await login(), baseURL: server.baseURL, timeout: service.timeout)
    return try await session.token().firstValue()
}

private func login() async throws -> ConoHaLogin {
    guard let name = account.userName, !name.isEmpty else {
        throw ValidationError("missing user name: set --user or CONOHA_USERNAME")
    }
    let password = Secret(try await readPassword())
    let domain = account.domainID.map { DomainReference.id($0) }
    if isVersion2 {
        let tenant = account.tenantID.map { TenantReference.id($0) } ?? account.projectName.map { .name($0) }
        return .v2(.password(userName: name, password: password), tenant: tenant)
    }
    let project =
        account.tenantID.map { ProjectReference.id($0) } ?? account.projectName.map { .name($0, domain: domain) }
    return .v3(
        .password(user: .name(name, domain: domain), password: password), scope: project.map { .project($0) })
}

/// Returns the password, and prompts for it on a terminal if it is not set.
private func readPassword() async throws -> String {
    if let password = account.password, !password.isEmpty { return password }
    guard Input.standard.isInteractive else { throw ValidationError("missing password: set CONOHA_PASSWORD") }
    let password = try await Input.readSecret(prompt: "Password: ")
    Output.redact(password)
    return password
}
