import RillConoHa
import RillScript

/// The values of the command line and the environment.
struct Arguments: Sendable {
    /// The action to perform.
    enum Action: String, Sendable {
        case versions
        case login
        case catalog
    }

    /// The credentials and the scope of the token.
    struct Account: Sendable {
        var userName: String?
        var password: String?
        var tenantID: String?
        var projectName: String?
        var domainID: String?
    }

    let service: ServiceOptions
    let action: Action
    let account: Account
    let region: Region?
    let isVersion2: Bool

    init(_ command: inout Command) {
        command.section("Server options")
        let region = command.option(
            "--region", "Region for --live (default: c3j1), and the only region to list for catalog.",
            convert: Self.region)
        service = ServiceOptions(
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
        isVersion2 = command.flag("--v2", "Use version 2.0 of the API instead of version 3.")
        command.requireAtMostOne(of: "--tenant", "--project")
        let password = command.secret(environment: "CONOHA_PASSWORD", "Password, otherwise read from the terminal.")
        action = command.subcommand(
            [
                .versions: "List the API versions of the identity service.",
                .login: "Log in and print the user, the project and the expiration date of the token.",
                .catalog: "Log in and list the endpoints of the service catalog.",
            ], default: .catalog)
        self.region = region
        account = Account(
            userName: userName, password: password,
            // Options take precedence over environment variables.
            tenantID: command.isGiven("--project") ? nil : tenantID, projectName: projectName, domainID: domainID)
    }

    private static func region(_ text: String) throws -> Region {
        let isValid = text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        guard isValid, !text.isEmpty else {
            throw ValidationError("expected lowercase letters and digits, such as c3j1")
        }
        return Region(rawValue: text)
    }
}
