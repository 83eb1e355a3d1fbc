/// What `--help` prints.
enum Help {
    static let text = """
        Usage: azure-storage [options] ACTION

        Works with the blobs and the queues of a storage account. Without options it works with a sample of the service inside
        its own process: no account and no network are needed, and nothing stays behind.

        Blobs
          ls [CONTAINER[/PREFIX]]     lists containers, or one level of a container; does so if nothing is named
          put FILE CONTAINER/[NAME]   uploads a file, or standard input if it is called -
          get CONTAINER/NAME [FILE]   downloads a blob, to standard output if the file is called -
          rm CONTAINER/NAME …         deletes blobs; reports those that cannot be deleted, and exits with 1 then

        Queues
          queue send QUEUE TEXT …     sends messages: several at a time, in any order; - for the lines of standard input
          queue receive QUEUE         receives messages, and keeps others from them for a while
          queue peek QUEUE            shows messages, and changes nothing
          queue count QUEUE           tells about how many messages there are, seen and unseen
          worker QUEUE [-- COMMAND …] prints each message and deletes it; or runs a command for it, with the message as its
                                      standard input, and deletes it if the command exits with 0. What fails five times
                                      goes to the queue QUEUE-poison. Runs until Ctrl-C, or until nobody reads its output:
                                      then its messages return to the queue. Several may work on one queue

        The sample by itself
          serve                       runs until Ctrl-C, and prints its connection string first
          --blob-port N, --queue-port N

        Which account
          --live                      the one that AZURE_STORAGE_CONNECTION_STRING names in the environment
          --connection-string TEXT    another; others see the key among the processes: an emulator's is no secret
          --timeout SECONDS           give up a request that takes longer, 2.5 for example

        How
          --create                    makes the container or the queue if it is not there, for put, send and worker
          -r, --recursive             lists a container with all its levels
          --content-type TYPE         what a file is said to be, for put
          --count N                   how many messages to receive or to peek at, 1 to 32; 1 if left out
          --delete                    deletes what was received
          --visibility SECONDS        for how long others do not get what was received; 30 if left out
          --concurrency N             how many messages travel, or are worked on, at a time; 8 if left out
          --drain                     ends the worker when the queue is empty
          --plain                     texts of messages are sent as they are, and not in Base64
          --json                      an array of what is listed; a line for each message of a worker
          --help                      this text

        Progress and notices go to standard error.
        Exit status: 0 done, 1 failed, 64 wrong usage, 130 interrupted, 128 and its number for another signal.

        """
}
