import Foundation
import RillConoHa
import RillScript

/// The parsed command line.
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

    var service = ServiceArguments(
        live: Region.c3j1.identityURL, example: "http://127.0.0.1:5000", tokenVariable: nil)
    var action = Action.catalog
    var account = Account()
    var region: Region?
    var isVersion2 = false
}

extension Arguments {
    /// Parses the command line and the environment.
    ///
    /// Error messages do not quote values that can be the password.
    init(from reader: inout ArgumentReader) throws {
        var arguments = Arguments()
        let variables = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        var account = Arguments.Account(
            userName: variables["CONOHA_USERNAME"], password: variables["CONOHA_PASSWORD"],
            domainID: variables["CONOHA_DOMAIN"])
        var actions: [String] = []
        while let option = try reader.nextOption(collecting: &actions) {
            switch option {
            case "--region":
                let region = try reader.region()
                arguments.region = region
                arguments.service.live = region.identityURL
            case "--user": account.userName = try reader.value()
            case "--tenant": account.tenantID = try reader.value()
            case "--project": account.projectName = try reader.value()
            case "--domain": account.domainID = try reader.value()
            case "--v2": arguments.isVersion2 = true
            default: try arguments.service.parse(option, from: &reader)
            }
        }
        guard actions.count < 2, let action = Arguments.Action(rawValue: actions.first ?? "catalog") else {
            throw ValidationError("expected one action: versions, login or catalog")
        }
        arguments.action = action
        try arguments.service.applyEnvironment()
        try reader.requireAtMostOne(of: "--tenant", "--project")
        if account.tenantID == nil, account.projectName == nil {
            // Options take precedence over environment variables.
            account.tenantID = variables["CONOHA_TENANT_ID"]
            account.projectName = variables["CONOHA_PROJECT"]
        }
        arguments.account = account
        if let password = account.password { Output.redact(password) }
        self = arguments
    }
}

extension ArgumentReader {
    /// Reads the value of `--region`.
    fileprivate mutating func region() throws(ValidationError) -> Region {
        let text = try value()
        guard text.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }) else {
            throw ValidationError(
                "\(option) requires lowercase letters and digits, such as c3j1\(Self.quoteSuffix(for: text))")
        }
        return Region(rawValue: text)
    }
}
