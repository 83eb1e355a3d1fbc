/// What `--help` prints.
enum Help {
    static let text = """
        Usage: qiita-tags [options]

        Prints Qiita's tags as a table. Without options it starts a local copy of the service inside its own
        process and prints the first page: no account and no network are needed.

        Which service
          --live             qiita.com
          --base-url URL     another address, up to and with /api/v2
          --token TOKEN      the access token; QIITA_TOKEN in the environment does the same, unseen by others
          --timeout SECONDS  give up a request that takes longer, 2.5 for example

        Which tags
          --page N           the page to begin with, 1 to 100 (default: 1)
          --per-page N       how many tags a page has, 1 to 100 (default: 20)
          --pages N          how many pages, as far as there are any (default: 1)
          --all              all pages, up to the hundredth
          --sort ORDER       count: the most used first; name: by name (default: the newest first)

        Output
          --json             one JSON array with the service's own keys
          --help             this text

        Colours are used on a terminal, unless NO_COLOR is set. Notices go to standard error.
        Exit status: 0 done, 1 failed, 64 wrong usage, 130 interrupted, 128 and its number for another signal.

        """
}
