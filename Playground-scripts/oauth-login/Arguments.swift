import RillScript

/// The values of the command line and the environment.
struct Arguments: Sendable {
    /// The grant with which the token is requested.
    enum Grant: Sendable {
        case browser
        case deviceCode
        case clientCredentials
        case refresh
    }

    let service: ServiceOptions
    let grant: Grant
    let clientID: String?
    let clientSecret: String?
    let scopes: [String]
    /// The path of the token file, or `nil` for the default path.
    let path: String?
    let printsToken: Bool

    init(_ command: inout Command) {
        service = ServiceOptions(
            &command, live: nil, example: "https://login.example.com", tokenVariable: nil,
            baseURLHelp: "Use another authorization server; <url> is its issuer.",
            jsonHelp: "Print a JSON object with the path, the scopes and the expiration.", keepsTrailingSlashes: true)
        clientID = command.option("--client-id", "Client identifier of this program.", valueName: "id")
        command.section("Sign-in options")
        let usesDeviceCode = command.flag("--device", "Sign in with a device code.")
        let isForClient = command.flag(
            "--client-credentials", "Request a token for the client itself, without a user.")
        let isRefresh = command.flag("--refresh", "Renew the token in the file if it has expired.")
        scopes = command.options("--scope", "Scopes, separated by spaces. Can be repeated.", valueName: "scopes")
            .flatMap { $0.split(separator: " ").map(String.init) }
        path = command.option(
            "--file", "Token file (default: oauth-token.json, or a temporary file for the sample server).",
            valueName: "path")
        printsToken = command.flag("--print-token", "Print the access token instead of its expiration.")
        clientSecret = command.secret(environment: "OAUTH_CLIENT_SECRET", "Secret of a client that has one.")
        grant = usesDeviceCode ? .deviceCode : isForClient ? .clientCredentials : isRefresh ? .refresh : .browser

        command.requireAtMostOne(of: "--device", "--client-credentials", "--refresh")
        command.require(
            !isRefresh || scopes.isEmpty,
            "--refresh and --scope cannot be combined: a renewed token keeps its scopes")
        if service.isSample {
            command.require(!isRefresh, "--refresh requires --base-url: the sample server has no stored token")
            command.require(clientID == nil, "--client-id requires --base-url")
        } else {
            command.require(
                clientID != nil, "--base-url requires --client-id: register the program with the server")
            command.require(
                !isForClient || clientSecret != nil,
                "--client-credentials requires the variable OAUTH_CLIENT_SECRET")
        }
    }
}
