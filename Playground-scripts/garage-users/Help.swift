/// The text that `--help` prints.
enum Help {
    static let text = """
        Usage: garage-users [options] [list]
               garage-users [options] show ID
               garage-users [options] post TITLE [TEXT]

        Lists users, shows a user with their posts, or creates a post on a server with the API of Garage's example
        application. By default, garage-users uses a sample server inside its own process, which requires no account and
        no network.

        Server options:
          --base-url URL     use another server; the API must be at URL/v1
          --token TOKEN      access token. Prefer the variable GARAGE_TOKEN: other users can see the command line
          --timeout SECONDS  maximum time per request, such as 2.5

        List options:
          --page N           page number (default: 1)
          --per-page N       users per page, 1 to 100 (default: 20, or 100 with --all)
          --all              fetch all pages

        Output options:
          --json             print JSON with the server's keys: an array of users, a user with posts, or a post
          -h, --help         show this help

        The output is colored on a terminal, unless NO_COLOR is set. Notices and errors are written to standard error.

        Exit status: 0 success, 1 failure, 64 invalid usage, 130 interrupted, 128+N terminated by signal N.

        """
}
