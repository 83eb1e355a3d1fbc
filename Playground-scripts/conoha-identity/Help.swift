/// The text that `--help` prints.
enum Help {
    static let text = """
        Usage: conoha-identity [options] [versions | login | catalog]

        Queries the identity service of ConoHa or another OpenStack cloud. By default, conoha-identity uses a sample server
        and a sample account inside its own process, which requires no account and no network.

        Actions:
          versions           list the API versions of the identity service
          login              log in and print the user, the project and the expiration date of the token
          catalog            log in and list the endpoints of the service catalog (default)

        Server options:
          --live             use identity.REGION.conoha.io
          --region REGION    region for --live (default: c3j1), and the only region to list for catalog
          --base-url URL     use another OpenStack identity service; URL does not include the version
          --timeout SECONDS  maximum time per request, such as 2.5

        Account options:
          --user NAME        user name (environment: CONOHA_USERNAME)
          --tenant ID        ID of the project for the token (environment: CONOHA_TENANT_ID)
          --project NAME     name of the project for the token (environment: CONOHA_PROJECT). Without a project, the
                             token has no catalog
          --domain ID        domain of the user and the project, which Keystone requires (environment: CONOHA_DOMAIN)
          --v2               use version 2.0 of the API instead of version 3

        The password is read only from the environment variable CONOHA_PASSWORD.

        Output options:
          --json             print JSON: an array of versions, an object for the token, or an array of endpoints
          -h, --help         show this help

        The token itself is never printed. Notices and errors are written to standard error.

        Exit status: 0 success, 1 failure, 64 invalid usage, 130 interrupted, 128+N terminated by signal N.

        """
}
