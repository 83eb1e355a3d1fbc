import RillScript

/// The name, the options and the help of the command.
let command = CommandConfiguration(
    "azure-storage", abstract: "Manages the blobs and queues of an Azure Storage account.",
    discussion: """
        By default, azure-storage uses a sample server inside its own process, which requires no account and no \
        network. Its data is discarded on exit.

        Progress, notices and errors are written to standard error.

        Exit status: 0 success, 1 failure, 64 invalid usage, 130 interrupted, 128+N terminated by signal N.
        """,
    usage: ["[<options>] <action>"],
    groups: [
        OptionGroup(
            "Blob actions",
            [
                .entry(
                    "ls [CONTAINER[/PREFIX]]",
                    help: "List containers, or one level of a container (default action)."),
                .entry("put FILE CONTAINER/[NAME]", help: "Upload a file, or standard input if FILE is -."),
                .entry("get CONTAINER/NAME [FILE]", help: "Download a blob, to standard output if FILE is -."),
                .entry("rm CONTAINER/NAME …", help: "Delete blobs; continue after errors and exit with status 1."),
            ]),
        OptionGroup(
            "Queue actions",
            [
                .entry(
                    "queue send QUEUE TEXT …",
                    help: "Send messages concurrently, in any order; - sends the lines of standard input."),
                .entry(
                    "queue receive QUEUE",
                    help: "Receive messages, and make them invisible for the visibility timeout."),
                .entry("queue peek QUEUE", help: "Show messages without changing their visibility."),
                .entry(
                    "queue count QUEUE",
                    help: "Print the approximate number of messages, including invisible ones."),
                .entry(
                    "worker QUEUE [-- COMMAND …]",
                    help: """
                        Print each message and delete it, or run COMMAND with the message as standard input and delete \
                        the message if the command exits with status 0. After five failures, a message is moved to the \
                        queue QUEUE-poison. The worker runs until Ctrl-C or until its output is closed, which returns \
                        its messages to the queue. Several workers can share a queue.
                        """),
            ]),
        OptionGroup(
            "Server actions",
            [
                .entry(
                    "serve",
                    help: """
                        Run the sample server until Ctrl-C, and print its connection string. The server also accepts \
                        the access token sample-token.
                        """),
                .option("--blob-port", valueName: "n", help: "Port of the blob service (default: any free port)."),
                .option("--queue-port", valueName: "n", help: "Port of the queue service (default: any free port)."),
            ]),
        OptionGroup(
            "Account options",
            [
                .flag("--live", help: "Use the account in the environment variable AZURE_STORAGE_CONNECTION_STRING."),
                .option(
                    "--connection-string", valueName: "text",
                    help: "Use another account. Prefer --live: other users can see the command line."),
                .option("--timeout", valueName: "seconds", help: "Maximum time per request, such as 2.5."),
                .trace,
            ]),
    ],
    options: [
        .flag("--create", help: "Create a missing container or queue (put, queue send, worker)."),
        .flag("-r", "--recursive", help: "List all levels of a container (ls)."),
        .option(
            "--content-type", valueName: "type",
            help: "Content type of the blob (put; default: application/octet-stream)."),
        .option(
            "--count", valueName: "n",
            help: "Number of messages, 1 to 32 (queue receive, queue peek; default: 1)."),
        .flag("--delete", help: "Delete the received messages (queue receive)."),
        .option(
            "--visibility", valueName: "seconds",
            help: "Visibility timeout of received messages (queue receive, worker; default: 30)."),
        .option(
            "--concurrency", valueName: "n",
            help: "Number of concurrent messages (queue send, worker; default: 8)."),
        .flag("--drain", help: "Exit when the queue is empty (worker)."),
        .flag("--plain", help: "Send and receive plain message texts instead of Base64."),
        .flag("--json", help: "Print a JSON array, or one JSON object per message (worker)."),
    ])
