import RillConoHa
import RillScript

/// The name, the options and the help of the command.
let command = CommandConfiguration(
    "conoha-identity", abstract: "Queries the identity service of ConoHa or another OpenStack cloud.",
    discussion: """
        By default, conoha-identity uses a sample server and a sample account inside its own process, which requires \
        no account and no network.

        The password is read from the environment variable CONOHA_PASSWORD, or from the terminal without echo.

        The token itself is never printed.

        \(ServiceArguments.outputDiscussion)
        """,
    usage: ["[<options>] [versions | login | catalog]"],
    groups: [
        OptionGroup(
            "Actions",
            [
                .entry("versions", help: "List the API versions of the identity service."),
                .entry("login", help: "Log in and print the user, the project and the expiration date of the token."),
                .entry("catalog", help: "Log in and list the endpoints of the service catalog (default)."),
            ]),
        Arguments().service.serverOptions(
            baseURLHelp: "Use another OpenStack identity service; <url> does not include the version.",
            others: [
                .option(
                    "--region", valueName: "region",
                    help: "Region for --live (default: c3j1), and the only region to list for catalog.")
            ]),
        OptionGroup(
            "Account options",
            [
                .option("--user", valueName: "name", help: "User name (environment: CONOHA_USERNAME)."),
                .option(
                    "--tenant", valueName: "id",
                    help: "ID of the project for the token (environment: CONOHA_TENANT_ID)."),
                .option(
                    "--project", valueName: "name",
                    help: """
                        Name of the project for the token (environment: CONOHA_PROJECT). Without a project, the token \
                        has no catalog.
                        """),
                .option(
                    "--domain", valueName: "id",
                    help: "Domain of the user and the project, which Keystone requires (environment: CONOHA_DOMAIN)."),
                .flag("--v2", help: "Use version 2.0 of the API instead of version 3."),
            ]),
    ],
    options: [
        .flag("--json", help: "Print JSON: an array of versions, an object for the token, or an array of endpoints.")
    ])
