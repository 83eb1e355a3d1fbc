import RillConoHa
import RillScriptSupport

/// What the command line asks for.
struct Arguments: Sendable {
    /// What to do.
    enum Action: String, Sendable {
        case versions
        case login
        case catalog
    }

    /// Who asks, and for what.
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

/// What to do: the arguments, or the help that was asked for.
enum Command: Sendable {
    case help
    case run(Arguments)
}

extension Command {
    /// Reads the command line and the environment.
    ///
    /// No message repeats a value that could be the password.
    init(_ words: [String], environment: [String: String]) throws(UsageError) {
        let region = try Self.region(in: words)
        var reader = ArgumentReader(words)
        var arguments = Arguments(
            service: ServiceArguments(
                live: (region ?? .c3j1).identityURL, example: "http://127.0.0.1:5000", tokenVariable: nil))
        arguments.region = region
        let variables = environment.filter { !$0.value.isEmpty }
        var account = Arguments.Account(
            userName: variables["CONOHA_USERNAME"], password: variables["CONOHA_PASSWORD"],
            domainID: variables["CONOHA_DOMAIN"])
        var action: Arguments.Action?
        while let word = reader.next() {
            switch word {
            case .operand(let text):
                guard action == nil, let named = Arguments.Action(rawValue: text) else {
                    throw UsageError("what to do is versions, login or catalog: one of them")
                }
                action = named
            case .option("--help"), .option("-h"):
                self = .help
                return
            case .option("--region"): _ = try reader.value()
            case .option("--user"): account.userName = try reader.value()
            case .option("--tenant"): account.tenantID = try reader.value()
            case .option("--project"): account.projectName = try reader.value()
            case .option("--domain"): account.domainID = try reader.value()
            case .option("--v2"): arguments.isVersion2 = try reader.flag()
            case .option(let option): try arguments.service.take(option, from: &reader)
            }
        }
        try arguments.service.complete(environment)
        guard account.tenantID == nil || account.projectName == nil else {
            throw UsageError("--tenant and --project exclude each other")
        }
        if account.tenantID == nil, account.projectName == nil {
            // What is named on the line counts before the environment.
            account.tenantID = variables["CONOHA_TENANT_ID"]
            account.projectName = variables["CONOHA_PROJECT"]
        }
        arguments.action = action ?? .catalog
        arguments.account = account
        self = .run(arguments)
    }

    /// The region, which decides what `--live` means.
    private static func region(in words: [String]) throws(UsageError) -> Region? {
        var reader = ArgumentReader(words)
        var region: Region?
        while let word = reader.next() {
            guard word == .option("--region") else { continue }
            let text = try reader.value()
            guard text.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }) else {
                throw UsageError(
                    "--region needs small letters and digits, c3j1 for example\(ArgumentReader.refusal(of: text))")
            }
            region = Region(rawValue: text)
        }
        return region
    }
}
