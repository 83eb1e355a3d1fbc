import RillAzureStorage
import RillScript

/// The values of the command line and the environment.
struct Arguments: Sendable {
    /// The action to perform.
    enum Action: Sendable {
        /// Lists the containers, or the blobs of a container with a prefix.
        case list(container: String?, prefix: String)
        case put(Input, BlobPath)
        case get(BlobPath, target: String)
        case remove([BlobPath])
        case send([String], queue: String)
        case receive(queue: String)
        case peek(queue: String)
        case count(queue: String)
        /// Processes messages by running a command for each, or by printing each if the command is empty.
        case work(queue: String, command: [String])
        case serve

        var isServe: Bool { if case .serve = self { true } else { false } }
    }

    private enum Subcommand: String {
        case list = "ls"
        case put
        case get
        case remove = "rm"
        case queue
        case worker
        case serve
    }

    private enum QueueSubcommand: String {
        case send
        case receive
        case peek
        case count
    }

    private(set) var action = Action.serve

    /// The account, or `nil` for the sample server.
    let account: StorageAccount?
    let timeout: Duration?
    let isJSON: Bool

    /// The path of the timeline, or `nil` if none is recorded.
    let trace: String?

    /// Whether to create the container or the queue if it does not exist.
    private(set) var creates = false
    private(set) var isRecursive = false
    private(set) var contentType: String?
    private(set) var count = 1
    private(set) var deletes = false
    private(set) var concurrency = 8
    private(set) var visibility = Duration.seconds(30)
    private(set) var isDraining = false
    private(set) var codec = MessageCodec.base64
    private(set) var blobPort = 0
    private(set) var queuePort = 0

    /// Declares the options.
    ///
    /// Error messages do not contain the account key.
    init(_ command: inout Command) {
        isJSON = command.flag("--json", "Print a JSON array, or one JSON object per message of a worker.")
        command.section("Account options")
        let isLive = command.flag(
            "--live", "Use the account in the environment variable AZURE_STORAGE_CONNECTION_STRING.")
        let given = command.option(
            "--connection-string", "Use another account. Prefer --live: other users can see the command line.",
            valueName: "text", convert: StorageAccount.init(connectionString:))
        timeout = command.option("--timeout", "Maximum time per request, such as 2.5.")
        trace = command.traceOption()
        command.requireAtMostOne(of: "--live", "--connection-string")
        let variable = "AZURE_STORAGE_CONNECTION_STRING"
        let stored = command.secret(environment: variable, "Connection string of the account for --live.")
        command.require(!isLive || stored != nil, "--live requires a connection string in \(variable)")
        do throws(ConnectionStringError) {
            account = isLive ? try stored.map(StorageAccount.init(connectionString:)) : given
        } catch {
            account = nil
            command.require(false, "\(variable): \(error)")
        }
        command.section("Options")
        action = readAction(&command)
        command.require(
            !action.isServe || account == nil,
            "serve runs the sample server and cannot be combined with --live or --connection-string")
    }

    private mutating func readAction(_ command: inout Command) -> Action {
        let blobHelp = "The blob, as CONTAINER/NAME."
        switch command.subcommand(
            [
                Subcommand.list: "List containers, or the blobs of a container.", .put: "Upload a file.",
                .get: "Download a blob.", .remove: "Delete blobs; continue after errors and exit with status 1.",
                .queue: "Send, receive, show or count the messages of a queue.",
                .worker: "Process the messages of a queue until Ctrl-C.", .serve: "Run the sample server until Ctrl-C.",
            ], default: .list)
        {
        case .list:
            isRecursive = command.flag("-r, --recursive", "List all levels of a container, not only one.")
            let target = command.positionals(
                "container", "The container, or CONTAINER/PREFIX; all containers by default.", count: 0...1,
                convert: Self.prefix)
            return .list(container: target.first?.container, prefix: target.first?.name ?? "")
        case .put:
            contentType = command.option(
                "--content-type", "Content type of the blob.", valueName: "type", default: "application/octet-stream")
            creates = command.flag("--create", "Create the container if it is missing.")
            let file = command.positional("file", "The file, or - for standard input.")
            let blob = command.positionals(
                "blob", "The blob, as CONTAINER/NAME, or CONTAINER/ to keep the name of the file.", count: 1...1
            ) { try Self.blob($0, file: file) }
            return blob.first.map { .put(Input(path: file), $0) } ?? .serve
        case .get:
            let blob = command.positionals("blob", blobHelp, count: 1...1) { try Self.blob($0, file: nil) }.first
            let file = command.positionals(
                "file", "The file, or - for standard output; the last component of the name by default.", count: 0...1)
            return blob.map { .get($0, target: file.first ?? Self.lastComponent(of: $0.name)) } ?? .serve
        case .remove:
            return .remove(
                command.positionals("blob", "The blobs, as CONTAINER/NAME.", count: 1...) {
                    try Self.blob($0, file: nil)
                })
        case .queue: return readQueueAction(&command)
        case .worker:
            readMessageOptions(&command)
            concurrency = command.option(
                "--concurrency", "Number of messages that are processed at once.", default: 8, in: 1...1_000)
            creates = command.flag("--create", "Create the queue if it is missing.")
            isDraining = command.flag("--drain", "Exit when the queue is empty.")
            let queue = Self.queue(&command)
            let words = command.positionals(
                "command",
                """
                A command after --, which receives each message as standard input. A message is deleted if the command exits \
                with status 0, and moved to the queue QUEUE-poison after five failures. Without a command, messages are \
                printed and deleted. Messages that are not processed return to the queue at the end. Several workers can \
                share a queue.
                """)
            return .work(queue: queue, command: words)
        case .serve:
            blobPort = command.option(
                "--blob-port", "Port of the blob service, or 0 for any.", default: 0, in: 0...65_535)
            queuePort = command.option(
                "--queue-port", "Port of the queue service, or 0 for any.", default: 0, in: 0...65_535)
            return .serve
        }
    }

    private mutating func readQueueAction(_ command: inout Command) -> Action {
        let action = command.subcommand([
            QueueSubcommand.send: "Send messages concurrently, in any order.",
            .receive: "Receive messages, and make them invisible for the visibility timeout.",
            .peek: "Show messages without changing their visibility.",
            .count: "Print the approximate number of messages, including invisible ones.",
        ])
        switch action {
        case .send:
            concurrency = command.option(
                "--concurrency", "Number of messages that are sent at once.", default: 8, in: 1...1_000)
            creates = command.flag("--create", "Create the queue if it is missing.")
            codec = Self.codec(&command)
        case .receive:
            readMessageOptions(&command)
            deletes = command.flag("--delete", "Delete the received messages.")
        case .peek: codec = Self.codec(&command)
        case .count: break
        }
        if action == .receive || action == .peek {
            count = command.option("--count", "Number of messages.", default: 1, in: 1...32)
        }
        let queue = Self.queue(&command)
        return switch action {
        case .send:
            .send(
                command.positionals("text", "The messages; - sends the lines of standard input.", count: 1...),
                queue: queue)
        case .receive: .receive(queue: queue)
        case .peek: .peek(queue: queue)
        case .count: .count(queue: queue)
        }
    }

    private mutating func readMessageOptions(_ command: inout Command) {
        visibility = command.option("--visibility", "Visibility timeout of received messages.", default: .seconds(30))
        codec = Self.codec(&command)
    }

    private static func codec(_ command: inout Command) -> MessageCodec {
        command.flag("--plain", "Use plain message texts instead of Base64.") ? .plain : .base64
    }

    private static func queue(_ command: inout Command) -> String {
        command.positionals("queue", "The queue.", count: 1...1) { try validated($0, "queue") }.first ?? ""
    }

    // MARK: Names

    private static func prefix(_ text: String) throws -> (container: String, name: String) {
        let (container, name) = split(text)
        return (try validated(container, "container"), name)
    }

    /// Parses `CONTAINER/NAME`.
    ///
    /// If the name is empty, it defaults to the name of the file.
    private static func blob(_ text: String, file: String?) throws -> BlobPath {
        let (container, name) = split(text)
        let blobName = name.isEmpty ? file.map(lastComponent) ?? "" : name
        guard !container.isEmpty, !blobName.isEmpty, blobName != "-" else {
            throw ValidationError("expected the form CONTAINER/NAME")
        }
        return BlobPath(try validated(container, "container"), blobName)
    }

    /// Splits text at the first slash.
    private static func split(_ text: String) -> (container: String, name: String) {
        let slash = text.firstIndex(of: "/") ?? text.endIndex
        return (String(text[..<slash]), String(text[slash...].dropFirst()))
    }

    /// Validates the characters of a container or queue name.
    ///
    /// Request errors quote these names, so the validation rejects connection strings and URLs, which can contain
    /// secrets.
    private static func validated(_ name: String, _ kind: String) throws -> String {
        let rest = name.hasPrefix("$") && kind == "container" ? name.dropFirst() : name[...]
        guard rest.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 }),
            3...63 ~= name.utf8.count
        else {
            throw ValidationError("invalid \(kind) name: use 3 to 63 lowercase letters, digits and hyphens")
        }
        return name
    }

    private static func lastComponent(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }
}
