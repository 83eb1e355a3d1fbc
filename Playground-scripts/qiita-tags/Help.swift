/// The text that `--help` prints.
enum Help {
    static let text = """
        Usage: qiita-tags [options]

        Lists the tags of Qiita as a table. By default, qiita-tags uses a sample server inside its own process, which
        requires no account and no network, and prints the first page.

        Server options:
          --live             use qiita.com
          --base-url URL     use another server; URL includes the path /api/v2
          --token TOKEN      access token. Prefer the variable QIITA_TOKEN: other users can see the command line
          --timeout SECONDS  maximum time per request, such as 2.5

        List options:
          --page N           first page, 1 to 100 (default: 1)
          --per-page N       tags per page, 1 to 100 (default: 20, or 100 with --all)
          --pages N          maximum number of pages, 1 to 100 (default: 1)
          --all              fetch all pages, at most 100
          --sort ORDER       count (most used first) or name (default: newest first)

        Output options:
          --json             print a JSON array with Qiita's keys
          -h, --help         show this help

        The output is colored on a terminal, unless NO_COLOR is set. Notices and errors are written to standard error.

        Exit status: 0 success, 1 failure, 64 invalid usage, 130 interrupted, 128+N terminated by signal N.

        """
}
