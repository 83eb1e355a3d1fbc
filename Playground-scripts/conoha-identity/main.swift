// Queries the identity service of ConoHa or another OpenStack cloud. See `swift run conoha-identity --help`.
import RillConoHa
import RillSampleServices
import RillScript

enum Action: String {
    case versions
    case login
    case catalog
}

printActiveSubscriptionsOnSignal()
var command = Command(
    "conoha-identity", "Queries the identity service of ConoHa or another OpenStack cloud.",
    discussion: """
        By default, conoha-identity uses a sample server and a sample account inside its own process, which requires \
        no account and no network.

        The token itself is never printed.

        \(ServiceOptions.outputDiscussion)
        """)
command.section("Server options")
let region = command.option(
    "--region", "Region for --live (default: c3j1), and the only region to list for catalog.", convert: parseRegion)
let service = ServiceOptions(
    &command, live: (region ?? .c3j1).identityURL, example: "http://127.0.0.1:5000", tokenVariable: nil,
    baseURLHelp: "Use another OpenStack identity service; <url> does not include the version.",
    jsonHelp: "Print JSON: an array of versions, an object for the token, or an array of endpoints.")
command.section("Account options")
let userName = command.option("--user", "User name.", valueName: "name", environment: "CONOHA_USERNAME")
let tenantID = command.option(
    "--tenant", "ID of the project for the token.", valueName: "id", environment: "CONOHA_TENANT_ID")
let projectName = command.option(
    "--project", "Name of the project for the token. Without a project, the token has no catalog.",
    valueName: "name", environment: "CONOHA_PROJECT")
let domainID = command.option(
    "--domain", "Domain of the user and the project, which Keystone requires.", valueName: "id",
    environment: "CONOHA_DOMAIN")
let isVersion2 = command.flag("--v2", "Use version 2.0 of the API instead of version 3.")
command.requireAtMostOne(of: "--tenant", "--project")
let password = command.secret(environment: "CONOHA_PASSWORD", "Password, otherwise read from the terminal.")
let account =
    service.isSample
    ? .sample
    : Account(
        userName: userName, password: password,
        // Options take precedence over environment variables.
        tenantID: command.isGiven("--project") ? nil : tenantID, projectName: projectName, domainID: domainID)
let action = command.subcommand(
    [
        Action.versions: "List the API versions of the identity service.",
        .login: "Log in and print the user, the project and the expiration date of the token.",
        .catalog: "Log in and list the endpoints of the service catalog.",
    ], default: .catalog)

await command.run {
    let server = try service.selectServer {
        let sample = try SampleConoHa()
        return (sample.baseURL, sample.stop)
    }
    defer { server.stop() }
    try await withSignalCancellation {
        switch action {
        case .versions:
            let client = ConoHaClient(baseURL: server.baseURL, timeout: service.timeout)
            try write(try await client.versions().firstValue())
        case .login: try write(TokenRecord(try await token(from: server)))
        case .catalog: try write(try await token(from: server).catalog)
        }
    }
}
