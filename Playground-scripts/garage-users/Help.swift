/// What `--help` prints.
enum Help {
    static let text = """
        Usage: garage-users [options] [list]
               garage-users [options] show ID
               garage-users [options] post TITLE [TEXT]

        Lists the users of a server that speaks as Garage's example does, shows one with the posts, or writes a post.
        Without --base-url it asks a local copy inside its own process: no account and no network are needed.

        Which server
          --base-url URL     the address below which /v1/users lies
          --token TOKEN      the access token; GARAGE_TOKEN in the environment does the same, unseen by others
          --timeout SECONDS  give up a request that takes longer, 2.5 for example

        Which users
          --page N           which page (default: 1)
          --per-page N       how many users a page has, 1 to 100 (default: 20; 100 with --all)
          --all              all pages

        Output
          --json             the service's own keys: an array of users; a user with posts; a post
          --help             this text

        Colours are used on a terminal, unless NO_COLOR is set. Notices go to standard error.
        Exit status: 0 done, 1 failed, 64 wrong usage, 130 interrupted, 128 and its number for another signal.

        """
}
