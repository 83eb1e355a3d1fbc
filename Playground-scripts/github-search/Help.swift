/// The text that `--help` prints.
enum Help {
    static let text = """
        Usage: github-search [options] [WORDS…]

        Searches GitHub repositories and prints the results as a table. By default, github-search uses a sample server
        inside its own process, which requires no account and no network, and searches for language:swift.

        Server options:
          --live             use api.github.com
          --base-url URL     use another server, such as https://HOST/api/v3 for GitHub Enterprise Server
          --token TOKEN      access token. Prefer the variable GITHUB_TOKEN: other users can see the command line
          --timeout SECONDS  maximum time per request, such as 2.5
          --wait             wait when the rate limit is exhausted, instead of failing

        Search options:
          WORDS              search terms and qualifiers, such as language:swift, stars:>100, topic:rx or user:apple
          --sort ORDER       stars, forks, help-wanted-issues or updated (default: best match)
          --order DIRECTION  desc or asc (default: desc)
          --page N           page number (default: 1)
          --per-page N       repositories per page, 1 to 100 (default: 20, or 100 with --all)
          --all              fetch all pages; GitHub returns at most 1,000 repositories
          --watch            search as you type: read queries from standard input, one per line

        Output options:
          --json             print a JSON array with GitHub's keys, or one JSON object per line with --watch
          -h, --help         show this help

        The output is colored on a terminal, unless NO_COLOR is set. Notices and errors are written to standard error.

        Exit status: 0 success, 1 failure, 64 invalid usage, 130 interrupted, 128+N terminated by signal N.

        """
}
