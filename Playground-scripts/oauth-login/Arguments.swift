import Foundation
import RillScript

/// The parsed command line.
struct Arguments: Sendable {
    /// The grant with which the token is requested.
    enum Grant: Sendable {
        case browser
        case deviceCode
        case clientCredentials
        case refresh
    }

    var service = ServiceArguments(
        live: nil, example: "https://login.example.com", tokenVariable: nil, keepsTrailingSlashes: true)
    var grant = Grant.browser
    var clientID: String?
    var clientSecret: String?
    var scopes: [String] = []
    /// The path of the token file, or `nil` for the default path.
    var path: String?
    var printsToken = false
}

extension Arguments {
    /// Parses the command line and the environment.
    init(
        from reader: inout ArgumentReader, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        var arguments = Arguments()
        while let option = try reader.nextOption() {
            switch option {
            case "--device": arguments.grant = .deviceCode
            case "--client-credentials": arguments.grant = .clientCredentials
            case "--refresh": arguments.grant = .refresh
            case "--client-id": arguments.clientID = try reader.value()
            case "--scope": arguments.scopes += try reader.value().split(separator: " ").map(String.init)
            case "--file": arguments.path = try reader.value()
            case "--print-token": arguments.printsToken = true
            default: try arguments.service.parse(option, from: &reader)
            }
        }
        try reader.requireAtMostOne(of: "--device", "--client-credentials", "--refresh")
        guard arguments.grant != .refresh || arguments.scopes.isEmpty else {
            throw ValidationError("--refresh and --scope cannot be combined: a renewed token keeps its scopes")
        }
        try arguments.service.applyEnvironment()
        if let secret = environment["OAUTH_CLIENT_SECRET"], !secret.isEmpty {
            Output.redact(secret)
            arguments.clientSecret = secret
        }
        if arguments.service.isSample {
            guard arguments.grant != .refresh else {
                throw ValidationError("--refresh requires --base-url: the sample server has no stored token")
            }
            guard arguments.clientID == nil else { throw ValidationError("--client-id requires --base-url") }
        } else {
            guard arguments.clientID != nil else {
                throw ValidationError("--base-url requires --client-id: register the program with the server")
            }
            guard arguments.grant != .clientCredentials || arguments.clientSecret != nil else {
                throw ValidationError("--client-credentials requires the variable OAUTH_CLIENT_SECRET")
            }
        }
        self = arguments
    }
}
