/// The text that `--help` prints.
enum Help {
    static let text = """
        Usage: http-get [options] [URL]

        Sends an HTTP request and writes the response body to standard output as it arrives. Without a URL, http-get uses
        a sample server inside its own process, which requires no account and no network.

        Request options:
          -X METHOD          request method (default: GET, or POST with a body)
          -H 'NAME: VALUE'   add a header field; can be repeated
          -d DATA            send DATA as the body, with content type application/x-www-form-urlencoded unless -H sets
                             another one. @FILE reads the body from a file, @- from standard input. Repeated values are
                             joined with &. Input from a pipe is limited to 1 GiB and read before the request is sent
          --json TEXT        send TEXT, @FILE or @- as a JSON body, and accept JSON

        Connection options:
          --retry N          retry up to N times after transient failures. POST and PATCH are retried only if the request
                             was not sent or has an Idempotency-Key header field
          --timeout SECONDS  maximum total time including retries, such as 2.5
          --har FILE         replay responses from a HAR file, or record them without secrets if FILE does not exist
          --verbose          log requests and responses to standard error, with secrets redacted

        Output options:
          --output FILE      write the body to FILE, which appears only when the download is complete
          --lines            decode the body as text and write each complete line; the maximum length is 1 MiB
          --sse              receive server-sent events and write each as a line of JSON. Reconnects when the stream ends;
                             with --retry, at most N times in a row without an event
          -h, --help         show this help
          --                 treat the remaining arguments as operands

        Load test options:
          --repeat M         send the request M times and print the latency distribution
          --concurrency N    maximum number of concurrent requests (default: 1)

        Follows up to 10 redirects. On a terminal, --output and --repeat show their progress, and the output is colored
        unless NO_COLOR is set. Notices and errors are written to standard error.

        Exit status:
            0  success
            1  failure, or a failed request with --repeat
           22  response status 400 or above; prints the first KiB of a text body to standard error, with secrets redacted
           64  invalid usage
          130  interrupted with Ctrl-C
          128+N  terminated by signal N, such as 143 for SIGTERM

        """
}
