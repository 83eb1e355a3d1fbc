import RillConoHa
import RillSampleServices
import RillScript

/// The client and, if selected, the sample server.
struct RunningService: Sendable {
    /// A client without a token.
    let client: ConoHaClient
    private let arguments: Arguments
    private let baseURL: String
    private let sample: SampleConoHa?

    /// Creates the client, and starts the sample server if it is selected.
    init(_ arguments: Arguments) throws {
        var started: SampleConoHa?
        baseURL = try arguments.service.resolveBaseURL {
            let sample = try SampleConoHa()
            started = sample
            return sample.baseURL
        }
        sample = started
        self.arguments = arguments
        client = ConoHaClient(baseURL: baseURL, timeout: arguments.service.timeout)
    }

    /// Returns a session that logs in with the first request.
    func session() throws(ValidationError) -> ConoHaSession {
        ConoHaSession(try login(), baseURL: baseURL, timeout: arguments.service.timeout)
    }

    private func login() throws(ValidationError) -> ConoHaLogin {
        var account = arguments.account
        if arguments.service.isSample {
            let options = SampleConoHa.Options()
            account = Arguments.Account(
                userName: options.userName, password: options.password, tenantID: SampleConoHa.tenantID)
        }
        guard let name = account.userName, !name.isEmpty else {
            throw ValidationError("missing user name: set --user or CONOHA_USERNAME")
        }
        guard let password = account.password.map({ Secret($0) }), !password.value.isEmpty else {
            throw ValidationError("missing password: set CONOHA_PASSWORD")
        }
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

    func stop() {
        sample?.stop()
    }
}
