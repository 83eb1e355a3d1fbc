/// What `--help` prints.
enum Help {
    static let text = """
        Usage: conoha-identity [options] [versions | login | catalog]

        Prints the versions that an identity service speaks, logs in and tells what the token is good for, or prints the
        catalog of services as a table, which it does if nothing is named. Without options it asks a local copy of the
        service inside its own process, with the copy's own account: no account and no network are needed.

        Which service
          --live             identity.c3j1.conoha.io, or the region that is named
          --region REGION    with --live another region's service; of the catalog, this region alone
          --base-url URL     any other identity service of OpenStack, without the version
          --timeout SECONDS  give up a request that takes longer, 2.5 for example

        Who asks, also in the environment: CONOHA_USERNAME, CONOHA_TENANT_ID, CONOHA_PROJECT, CONOHA_DOMAIN
          --user NAME        the name of the user; the password stands in CONOHA_PASSWORD alone, unseen by others
          --tenant ID        what the token is to be good for, by its number …
          --project NAME     … or by its name; without either, a token without a catalog
          --domain ID        the domain of the user and the project, which Keystone itself wants to know of names
          --v2               speaks version 2.0, the older one, instead of 3

        Output
          --json             an array of versions; an object about the token; an array of the catalog's addresses
          --help             this text

        The token itself is never printed. Notices go to standard error.
        Exit status: 0 done, 1 failed, 64 wrong usage, 130 interrupted, 128 and its number for another signal.

        """
}
