// Signs a user in with OAuth 2.0 and stores the token. See `swift run oauth-login --help`.
import RillOAuth
import RillSampleServices
import RillScript

/// The grant with which the token is requested.
enum Grant: Sendable {
    case browser
    case deviceCode
    case clientCredentials
    case refresh
}

printActiveSubscriptionsOnSignal()
var command = Command(
    "oauth-login", "Signs a user in with OAuth 2.0 and stores the token in a file.",
    discussion: """
        By default, oauth-login uses a sample server inside its own process and approves the sign-in itself, which \
        requires no account and no network.

        With --base-url, it prints a URL to open in a browser on this computer, and waits for the redirect to a port of \
        127.0.0.1. With --device, the browser can be on another device. The file can be read only by its owner. Programs \
        that use it renew the token.

        \(ServiceOptions.outputDiscussion)
        """)
let service = ServiceOptions(
    &command, live: nil, example: "https://login.example.com", tokenVariable: nil,
    baseURLHelp: "Use another authorization server; <url> is its issuer.",
    jsonHelp: "Print a JSON object with the path, the scopes and the expiration.", keepsTrailingSlashes: true)
let clientID = command.option("--client-id", "Client identifier of this program.", valueName: "id")
command.section("Sign-in options")
let usesDeviceCode = command.flag("--device", "Sign in with a device code.")
let isForClient = command.flag(
    "--client-credentials", "Request a token for the client itself, without a user.")
let isRefresh = command.flag("--refresh", "Renew the token in the file if it has expired.")
let scopes = command.options("--scope", "Scopes, separated by spaces. Can be repeated.", valueName: "scopes")
    .flatMap { $0.split(separator: " ").map(String.init) }
let path = command.option(
    "--file", "Token file (default: oauth-token.json, or a temporary file for the sample server).",
    valueName: "path")
let printsToken = command.flag("--print-token", "Print the access token instead of its expiration.")
let clientSecret = command.secret(environment: "OAUTH_CLIENT_SECRET", "Secret of a client that has one.")
let grant: Grant =
    usesDeviceCode ? .deviceCode : isForClient ? .clientCredentials : isRefresh ? .refresh : .browser

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

await command.run {
    let server = try service.selectServer {
        var options = SampleOAuth.Options()
        options.pollInterval = 1
        let sample = try SampleOAuth(options: options)
        return (sample.baseURL, sample.stop)
    }
    defer { server.stop() }
    let path = try path ?? defaultPath()
    let file = OAuthTokenFile(path: path)
    try await withSignalCancellation {
        let oauth = try await client(server.baseURL)
        let stored = try await stored(in: file)
        let token = try await token(oauth, file).firstValue()
        if grant != .refresh { try await file.save(token).firstValue() }
        if token != stored { Output.note("stored the token in \(path)") }
        try write(token, path)
    }
}
