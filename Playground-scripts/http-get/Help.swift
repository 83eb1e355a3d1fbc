/// What `--help` prints.
enum Help {
    static let text = """
        Usage: http-get [options] [URL]

        Sends a request and writes the body of the answer to standard output, byte for byte, while it arrives.
        Without URL it asks a sample service inside its own process: no account and no network are needed.

        Request
          -X METHOD          the method (default: GET, and POST where there is a body)
          -H 'NAME: VALUE'   a header field; may be given several times
          -d DATA            a body, of type application/x-www-form-urlencoded unless -H says otherwise; @FILE reads
                             it from a file, @- from standard input; several DATA are joined by &; what comes from a
                             pipe is read to its end before anything is sent, and may have 1 GiB
          --json TEXT        a body of type application/json, and JSON is asked for; @FILE and @- do, too

        Way
          --retry N          try again after failures that may pass, up to N times; a POST or PATCH only if it was
                             certainly not sent, or has an Idempotency-Key
          --timeout SECONDS  give up what is not complete by then, all attempts included; 2.5 for example
          --har FILE         play the answers from a HAR file if it exists; if not, record them there, without secrets
                             (delete it to record anew)
          --verbose          tell on standard error what is sent and received, without secrets

        Output
          --output FILE      write the body to a file, which is there when it is complete and not before
          --lines            read the body as text, and write each line when it is there; one of more than 1 MiB fails
          --sse              receive server-sent events, each written as a line of JSON; connects again when the
                             stream ends, with --retry N up to N times in a row without an event
          -h, --help         this text
          --                 what follows is no option

        Load
          --repeat M         send the request M times, and print how long the answers took
          --concurrency N    N requests at a time (default: 1)

        Up to ten redirects are followed. On a terminal --output and --repeat show how far they have come, and colours
        are used unless NO_COLOR is set. Notices go to standard error.
        Exit status: 0 done; 1 failed, with --repeat: a request has; 22 the server answered with a status of 400 or
        more: then the first KiB of the body is told on standard error, without secrets, if it is text; 64 wrong usage;
        130 interrupted; 128 and its number: ended by another signal, by SIGTERM for example with 143.

        """
}
