import RillOAuth
import RillScript

/// The name, the options and the help of the command.
let command = CommandConfiguration(
    "oauth-login",
    abstract: "Signs a user in with OAuth 2.0 and stores the token in a file.",
    discussion: """
        By default, oauth-login uses a sample server inside its own process and approves the sign-in itself, which \
        requires no account and no network.

        With --base-url, it prints a URL to open in a browser on this computer, and waits for the redirect to a port of \
        127.0.0.1. With --device, the browser can be on another device. The file can be read only by its owner. Programs \
        that use it renew the token. The variable OAUTH_CLIENT_SECRET contains the secret of a client that has one.

        \(ServiceArguments.outputDiscussion)
        """,
    usage: ["[<options>]"],
    groups: [
        Arguments().service.serverOptions(
            baseURLHelp: "Use another authorization server; <url> is its issuer.",
            others: [.option("--client-id", valueName: "id", help: "Client identifier of this program.")]),
        OptionGroup(
            "Sign-in options",
            [
                .flag("--device", help: "Sign in with a device code."),
                .flag("--client-credentials", help: "Request a token for the client itself, without a user."),
                .flag("--refresh", help: "Renew the token in the file if it has expired."),
                .option("--scope", valueName: "scopes", help: "Scopes, separated by spaces. Can be repeated."),
                .option(
                    "--file", valueName: "path",
                    help: "Token file (default: oauth-token.json, or a temporary file for the sample server)."),
                .flag("--print-token", help: "Print the access token instead of its expiration."),
            ]),
    ],
    options: [
        .flag("--json", help: "Print a JSON object with the path, the scopes and the expiration.")
    ])
