/// The text that `--help` prints.
enum Help {
    static let text = """
        Usage: azure-storage [options] ACTION

        Manages the blobs and queues of an Azure Storage account. By default, azure-storage uses a sample server inside its
        own process, which requires no account and no network. Its data is discarded on exit.

        Blob actions:
          ls [CONTAINER[/PREFIX]]     list containers, or one level of a container (default action)
          put FILE CONTAINER/[NAME]   upload a file, or standard input if FILE is -
          get CONTAINER/NAME [FILE]   download a blob, to standard output if FILE is -
          rm CONTAINER/NAME …         delete blobs; continue after errors and exit with status 1

        Queue actions:
          queue send QUEUE TEXT …     send messages concurrently, in any order; - sends the lines of standard input
          queue receive QUEUE         receive messages, and make them invisible for the visibility timeout
          queue peek QUEUE            show messages without changing their visibility
          queue count QUEUE           print the approximate number of messages, including invisible ones
          worker QUEUE [-- COMMAND …] print each message and delete it, or run COMMAND with the message as standard input
                                      and delete the message if the command exits with status 0. After five failures, a
                                      message is moved to the queue QUEUE-poison. The worker runs until Ctrl-C or until
                                      its output is closed, which returns its messages to the queue. Several workers can
                                      share a queue

        Server actions:
          serve                       run the sample server until Ctrl-C, and print its connection string
          --blob-port N               port of the blob service (default: any free port)
          --queue-port N              port of the queue service (default: any free port)

        Account options:
          --live                      use the account in the environment variable AZURE_STORAGE_CONNECTION_STRING
          --connection-string TEXT    use another account. Prefer --live: other users can see the command line
          --timeout SECONDS           maximum time per request, such as 2.5

        Options:
          --create                    create a missing container or queue (put, queue send, worker)
          -r, --recursive             list all levels of a container (ls)
          --content-type TYPE         content type of the blob (put; default: application/octet-stream)
          --count N                   number of messages, 1 to 32 (queue receive, queue peek; default: 1)
          --delete                    delete the received messages (queue receive)
          --visibility SECONDS        visibility timeout of received messages (queue receive, worker; default: 30)
          --concurrency N             number of concurrent messages (queue send, worker; default: 8)
          --drain                     exit when the queue is empty (worker)
          --plain                     send and receive plain message texts instead of Base64
          --json                      print a JSON array, or one JSON object per message (worker)
          -h, --help                  show this help

        Progress, notices and errors are written to standard error.

        Exit status: 0 success, 1 failure, 64 invalid usage, 130 interrupted, 128+N terminated by signal N.

        """
}
