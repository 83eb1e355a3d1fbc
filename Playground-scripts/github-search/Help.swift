/// What `--help` prints.
enum Help {
    static let text = """
        Usage: github-search [options] [WORDS…]

        Searches GitHub's repositories and prints what it finds as a table, with a bar for the stars. Without options it
        asks a local copy of the service inside its own process: no account and no network are needed. Without words it
        searches for language:swift.

        Which service
          --live             api.github.com
          --base-url URL     another address: that of an Enterprise Server is https://HOST/api/v3
          --token TOKEN      a token; GITHUB_TOKEN in the environment does the same, unseen by others
          --timeout SECONDS  give up a request that takes longer, 2.5 for example
          --wait             wait while the rate limit is used up, instead of failing

        What to search for
          WORDS              words, and qualifiers such as language:swift, stars:>100, topic:rx, user:apple
          --sort ORDER       stars, forks, help-wanted-issues or updated (default: those that fit best first)
          --order WAY        desc or asc (default: desc)
          --page N           which page (default: 1)
          --per-page N       how many repositories a page has, 1 to 100 (default: 20; 100 with --all)
          --all              all pages; GitHub gives out the first 1,000 repositories
          --watch            reads what is typed, line by line, and shows what is found for the latest line

        Output
          --json             one JSON array with the service's own keys; with --watch one object to a line
          --help             this text

        Colours are used on a terminal, unless NO_COLOR is set. Notices go to standard error.
        Exit status: 0 done, 1 failed, 64 wrong usage, 130 interrupted, 128 and its number for another signal.

        """
}
