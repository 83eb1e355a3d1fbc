import RillScript

/// The name, the options and the help of the command.
let command = CommandConfiguration(
    "http-get", abstract: "Sends an HTTP request and writes the response body to standard output as it arrives.",
    discussion: """
        Without a URL, http-get uses a sample server inside its own process, which requires no account and no \
        network.

        Follows up to 10 redirects. On a terminal, --output and --repeat show their progress, and the output is \
        colored unless NO_COLOR is set. Notices and errors are written to standard error.
        """,
    usage: ["[<options>] [<url>]"],
    groups: [
        OptionGroup(
            "Request options",
            [
                .option("-X", valueName: "method", help: "Request method (default: GET, or POST with a body)."),
                .option("-H", valueName: "name: value", help: "Add a header field; can be repeated."),
                .option(
                    "-d", valueName: "data",
                    help: """
                        Send <data> as the body, with content type application/x-www-form-urlencoded unless -H sets \
                        another one. @FILE reads the body from a file, @- from standard input. Repeated values are \
                        joined with &. Input from a pipe is limited to 1 GiB and read before the request is sent.
                        """),
                .option("--json", valueName: "text", help: "Send <text>, @FILE or @- as a JSON body, and accept JSON."),
            ]),
        OptionGroup(
            "Connection options",
            [
                .option(
                    "--retry", valueName: "n",
                    help: """
                        Retry up to <n> times after transient failures. POST and PATCH are retried only if the request was \
                        not sent or has an Idempotency-Key header field.
                        """),
                .option(
                    "--timeout", valueName: "seconds",
                    help: "Maximum total time including retries, such as 2.5."),
                .option(
                    "--har", valueName: "file",
                    help: "Replay responses from a HAR file, or record them without secrets if <file> does not exist."),
                .trace,
                .flag(
                    "--verbose",
                    help: """
                        Log requests, responses and, except in load tests, the phases of each attempt to standard \
                        error, with secrets redacted.
                        """),
                .flag(
                    "--timing",
                    help: "Print a line of JSON with the phases of each attempt in seconds to standard error."),
            ]),
        OptionGroup(
            "Load test options",
            [
                .option(
                    "--repeat", valueName: "m",
                    help: "Send the request <m> times and print the latency distribution."),
                .option("--concurrency", valueName: "n", help: "Maximum number of concurrent requests (default: 1)."),
            ]),
        OptionGroup(
            "Exit status",
            [
                .entry("0", help: "Success."),
                .entry("1", help: "Failure, or a failed request with --repeat."),
                .entry(
                    "22",
                    help: """
                        Response status 400 or above; prints the first KiB of a text body to standard error, with \
                        secrets redacted.
                        """),
                .entry("64", help: "Invalid usage."),
                .entry("130", help: "Interrupted with Ctrl-C."),
                .entry("128+N", help: "Terminated by signal N, such as 143 for SIGTERM."),
            ]),
    ],
    options: [
        .option(
            "--output", valueName: "file",
            help: "Write the body to <file>, which appears only when the download is complete."),
        .flag("--lines", help: "Decode the body as text and write each complete line; the maximum length is 1 MiB."),
        .flag(
            "--sse",
            help: """
                Receive server-sent events and write each as a line of JSON. Reconnects when the stream ends; with \
                --retry, at most <n> times in a row without an event.
                """),
        .entry("--", help: "Treat the remaining arguments as positional."),
    ])
