import RillConoHa
import RillSampleServices
import RillScript

/// The client and its server.
struct RunningService: Sendable {
    let server: SelectedServer
    /// A client without a token.
    let client: ConoHaClient
    private let arguments: Arguments

    /// Creates the client, and starts the sample server if it is selected.
    init(_ arguments: Arguments) throws {
        server = try arguments.service.selectServer {
            let sample = try SampleConoHa()
            return (sample.baseURL, sample.stop)
        }
        self.arguments = arguments
        client = ConoHaClient(baseURL: server.baseURL, timeout: arguments.service.timeout)
    }

    /// Returns a session that logs in with the first request.
    func session() async throws -> ConoHaSession {
        ConoHaSession(try await login(), baseURL: server.baseURL, timeout: arguments.service.timeout)
    }

    private func login() async throws -> ConoHaLogin {
        var account = arguments.account
        if arguments.service.isSample {
            let options = SampleConoHa.Options()
            account = Arguments.Account(
                userName: options.userName, password: options.password, tenantID: SampleConoHa.tenantID)
        }
        guard let name = account.userName, !name.isEmpty else {
            throw ValidationError("missing user name: set --user or CONOHA_USERNAME")
        }
        let password = Secret(try await password(of: account))
        let domain = account.domainID.map { DomainReference.id($0) }
        if arguments.isVersion2 {
            let tenant = account.tenantID.map { TenantReference.id($0) } ?? account.projectName.map { .name($0) }
            return .v2(.password(userName: name, password: password), tenant: tenant)
        }
        let project =
            account.tenantID.map { ProjectReference.id($0) } ?? account.projectName.map { .name($0, domain: domain) }
        return .v3(
            .password(user: .name(name, domain: domain), password: password), scope: project.map { .project($0) })
    }

    /// Returns the password, and prompts for it on a terminal if it is not set.
    private func password(of account: Arguments.Account) async throws -> String {
        if let password = account.password, !password.isEmpty { return password }
        guard Input.standard.isInteractive else { throw ValidationError("missing password: set CONOHA_PASSWORD") }
        let password = try await Input.readSecret(prompt: "Password: ")
        Output.redact(password)
        return password
    }
}
