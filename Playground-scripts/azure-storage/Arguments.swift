import RillAzureStorage
import RillScript

/// The parsed command line.
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
    }

    var action = Action.list(container: nil, prefix: "")

    /// The account, or `nil` for the sample server.
    var account: StorageAccount?
    var timeout: Duration?
    var isJSON = false

    /// Whether to create the container or the queue if it does not exist.
    var creates = false
    var isRecursive = false
    var contentType: String?
    var count = 1
    var deletes = false
    var concurrency = 8
    var visibility = Duration.seconds(30)
    var isDraining = false
    var codec = MessageCodec.base64
    var blobPort = 0
    var queuePort = 0
}

/// The command to run: an action, or print the help.
enum Command: Sendable {
    case help
    case run(Arguments)
}

extension Command {
    /// Parses the command line and the environment.
    ///
    /// Error messages do not contain the account key.
    init(_ commandLine: [String], environment: [String: String]) throws(UsageError) {
        var reader = ArgumentReader(commandLine)
        var arguments = Arguments()
        var operands: [String] = []
        var connectionString: String?
        while let argument = reader.next() {
            switch argument {
            case .operand(let text): operands.append(text)
            case .option("--help"), .option("-h"):
                self = .help
                return
            case .option("--connection-string"): connectionString = try reader.value()
            case .option("--live"):
                _ = try reader.flag()
                connectionString = environment["AZURE_STORAGE_CONNECTION_STRING"] ?? ""
            case .option("--timeout"): arguments.timeout = try reader.duration()
            case .option("--json"): arguments.isJSON = try reader.flag()
            case .option("--create"): arguments.creates = try reader.flag()
            case .option("--recursive"), .option("-r"): arguments.isRecursive = try reader.flag()
            case .option("--content-type"): arguments.contentType = try reader.value()
            case .option("--count"): arguments.count = try reader.integer(in: 1...32)
            case .option("--delete"): arguments.deletes = try reader.flag()
            case .option("--concurrency"): arguments.concurrency = try reader.integer(in: 1...1_000)
            case .option("--visibility"): arguments.visibility = try reader.duration()
            case .option("--drain"): arguments.isDraining = try reader.flag()
            case .option("--plain"): arguments.codec = try reader.flag() ? .plain : .base64
            case .option("--blob-port"): arguments.blobPort = try reader.integer(in: 0...65_535)
            case .option("--queue-port"): arguments.queuePort = try reader.integer(in: 0...65_535)
            case .option: throw reader.unknownOption
            }
        }
        arguments.account = try Self.account(connectionString)
        arguments.action = try Self.action(operands)
        if case .serve = arguments.action, arguments.account != nil {
            throw UsageError("serve runs the sample server and cannot be combined with --live or --connection-string")
        }
        self = .run(arguments)
    }

    private static func account(_ connectionString: String?) throws(UsageError) -> StorageAccount? {
        guard let connectionString else { return nil }
        guard !connectionString.isEmpty else {
            throw UsageError("--live requires a connection string in AZURE_STORAGE_CONNECTION_STRING")
        }
        do throws(ConnectionStringError) {
            return try StorageAccount(connectionString: connectionString)
        } catch {
            throw UsageError("\(error)")
        }
    }

    private static func action(_ operands: [String]) throws(UsageError) -> Arguments.Action {
        let rest = operands.dropFirst()
        func requireCount(_ counts: ClosedRange<Int>, _ syntax: String) throws(UsageError) {
            guard counts.contains(rest.count) else {
                throw UsageError("invalid arguments: expected azure-storage \(syntax)")
            }
        }
        switch operands.first {
        case nil, "ls":
            try requireCount(0...1, "ls [CONTAINER[/PREFIX]]")
            let parts = (rest.first ?? "").split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let container = parts.first.map(String.init), !container.isEmpty else {
                return .list(container: nil, prefix: "")
            }
            let prefix = parts.count > 1 ? String(parts[1]) : ""
            return .list(container: try validated(container, "container"), prefix: prefix)
        case "put":
            try requireCount(2...2, "put FILE CONTAINER/NAME")
            return .put(Input(path: operands[1]), try blob(operands[2], file: operands[1]))
        case "get":
            try requireCount(1...2, "get CONTAINER/NAME [FILE]")
            let blob = try blob(operands[1], file: nil)
            return .get(blob, target: operands.count > 2 ? operands[2] : lastComponent(of: blob.name))
        case "rm":
            try requireCount(1...1_000, "rm CONTAINER/NAME …")
            return .remove(try rest.map { name throws(UsageError) in try blob(name, file: nil) })
        case "queue":
            let syntax = "queue send QUEUE TEXT …, or queue receive, peek or count QUEUE"
            try requireCount(2...1_000, syntax)
            let queue = try validated(operands[2], "queue")
            switch operands[1] {
            case "send" where operands.count > 3: return .send(Array(operands.dropFirst(3)), queue: queue)
            case "receive" where operands.count == 3: return .receive(queue: queue)
            case "count" where operands.count == 3: return .count(queue: queue)
            case "peek" where operands.count == 3: return .peek(queue: queue)
            default: throw UsageError("invalid arguments: expected azure-storage \(syntax)")
            }
        case "worker":
            try requireCount(1...1_000, "worker QUEUE [-- COMMAND …]")
            return .work(queue: try validated(operands[1], "queue"), command: Array(operands.dropFirst(2)))
        case "serve":
            try requireCount(0...0, "serve")
            return .serve
        case let other?:
            throw UsageError(
                "the action must be ls, put, get, rm, queue, worker or serve\(ArgumentReader.quoteSuffix(for: other))")
        }
    }

    /// Parses `CONTAINER/NAME`.
    ///
    /// If the name is empty, it defaults to the name of the file.
    private static func blob(_ text: String, file: String?) throws(UsageError) -> BlobPath {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts.count > 1 ? parts[1] : ""
        let blobName = name.isEmpty ? file.map(lastComponent) ?? "" : name
        guard let container = parts.first, !container.isEmpty, !blobName.isEmpty, blobName != "-" else {
            throw UsageError("a blob must have the form CONTAINER/NAME\(ArgumentReader.quoteSuffix(for: text))")
        }
        return BlobPath(try validated(container, "container"), blobName)
    }

    /// Validates the characters of a container or queue name.
    ///
    /// Request errors quote these names, so the validation rejects connection strings and URLs, which can contain
    /// secrets.
    private static func validated(_ name: String, _ kind: String) throws(UsageError) -> String {
        let rest = name.hasPrefix("$") && kind == "container" ? name.dropFirst() : name[...]
        guard rest.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 }) else {
            throw UsageError("invalid \(kind) name: use lowercase letters, digits and hyphens")
        }
        return name
    }

    private static func lastComponent(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }
}
