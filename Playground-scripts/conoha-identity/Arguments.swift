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

    var service: ServiceArguments
    var action = Action.catalog
    var account = Account()
    var region: Region?
    var isVersion2 = false
}

extension Arguments {
    /// Returns the arguments that select the sample server, with a region for `--live`.
    static func service(region: Region) -> ServiceArguments {
        ServiceArguments(live: region.identityURL, example: "http://127.0.0.1:5000", tokenVariable: nil)
    }

    /// Parses the command line and the environment.
    ///
    /// Error messages do not quote values that can be the password.
    init(from reader: inout ArgumentReader) throws {
        let environment = ProcessInfo.processInfo.environment
        let region = try Self.region(in: reader)
        var arguments = Arguments(service: Self.service(region: region ?? .c3j1))
        arguments.region = region
        let variables = environment.filter { !$0.value.isEmpty }
        var account = Arguments.Account(
            userName: variables["CONOHA_USERNAME"], password: variables["CONOHA_PASSWORD"],
            domainID: variables["CONOHA_DOMAIN"])
        var action: Arguments.Action?
        while let argument = try reader.next() {
            switch argument {
            case .positional(let text):
                guard action == nil, let named = Arguments.Action(rawValue: text) else {
                    throw ValidationError("expected one action: versions, login or catalog")
                }
                action = named
            case .option("--region"): _ = try reader.value()
            case .option("--user"): account.userName = try reader.value()
            case .option("--tenant"): account.tenantID = try reader.value()
            case .option("--project"): account.projectName = try reader.value()
            case .option("--domain"): account.domainID = try reader.value()
            case .option("--v2"): arguments.isVersion2 = true
            case .option(let option): try arguments.service.parse(option, from: &reader)
            }
        }
        try arguments.service.applyEnvironment(environment)
        guard account.tenantID == nil || account.projectName == nil else {
            throw ValidationError("--tenant and --project cannot be combined")
        }
        if account.tenantID == nil, account.projectName == nil {
            // Options take precedence over environment variables.
            account.tenantID = variables["CONOHA_TENANT_ID"]
            account.projectName = variables["CONOHA_PROJECT"]
        }
        arguments.action = action ?? .catalog
        arguments.account = account
        if let password = account.password { Output.redact(password) }
        self = arguments
    }

    /// Returns the value of `--region`, which determines the URL for `--live`.
    private static func region(in reader: ArgumentReader) throws -> Region? {
        var reader = reader
        var region: Region?
        while let argument = try reader.next() {
            guard argument == .option("--region") else { continue }
            let text = try reader.value()
            guard text.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }) else {
                throw ValidationError(
                    "--region requires lowercase letters and digits, such as c3j1"
                        + ArgumentReader.quoteSuffix(for: text))
            }
            region = Region(rawValue: text)
        }
        return region
    }
}
