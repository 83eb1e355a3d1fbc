import Foundation
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

        var isServe: Bool { if case .serve = self { true } else { false } }
    }

    var action = Action.list(container: nil, prefix: "")

    /// The account, or `nil` for the sample server.
    var account: StorageAccount?
    var timeout: Duration?
    var isJSON = false

    /// The path of the timeline, or `nil` if none is recorded.
    var trace: String?

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

extension Arguments {
    /// Parses the command line and the environment.
    ///
    /// Error messages do not contain the account key.
    init(from reader: inout ArgumentReader) throws {
        var arguments = Arguments()
        var operands: [String] = []
        var connectionString: String?
        while let option = try reader.nextOption(collecting: &operands) {
            switch option {
            case "--connection-string": connectionString = try reader.value()
            case "--live":
                connectionString = ProcessInfo.processInfo.environment["AZURE_STORAGE_CONNECTION_STRING"] ?? ""
            case "--trace": arguments.trace = try reader.tracePath()
            case "--timeout": arguments.timeout = try reader.duration()
            case "--json": arguments.isJSON = true
            case "--create": arguments.creates = true
            case "--recursive": arguments.isRecursive = true
            case "--content-type": arguments.contentType = try reader.value()
            case "--count": arguments.count = try reader.integer(in: 1...32)
            case "--delete": arguments.deletes = true
            case "--concurrency": arguments.concurrency = try reader.integer(in: 1...1_000)
            case "--visibility": arguments.visibility = try reader.duration()
            case "--drain": arguments.isDraining = true
            case "--plain": arguments.codec = .plain
            case "--blob-port": arguments.blobPort = try reader.integer(in: 0...65_535)
            case "--queue-port": arguments.queuePort = try reader.integer(in: 0...65_535)
            default: preconditionFailure("the configuration has the unknown option \(option)")
            }
        }
        arguments.account = try Self.account(connectionString)
        arguments.action = try Self.action(operands)
        if arguments.action.isServe, arguments.account != nil {
            throw ValidationError(
                "serve runs the sample server and cannot be combined with --live or --connection-string")
        }
        self = arguments
    }

    private static func account(_ connectionString: String?) throws(ValidationError) -> StorageAccount? {
        guard let connectionString else { return nil }
        guard !connectionString.isEmpty else {
            throw ValidationError("--live requires a connection string in AZURE_STORAGE_CONNECTION_STRING")
        }
        do throws(ConnectionStringError) {
            return try StorageAccount(connectionString: connectionString)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    private static func action(_ operands: [String]) throws(ValidationError) -> Arguments.Action {
        let rest = operands.dropFirst()
        func requireCount(_ counts: ClosedRange<Int>, _ syntax: String) throws(ValidationError) {
            guard counts.contains(rest.count) else {
                throw ValidationError("invalid arguments: expected azure-storage \(syntax)")
            }
        }
        switch operands.first {
        case nil, "ls":
            try requireCount(0...1, "ls [CONTAINER[/PREFIX]]")
            let (container, prefix) = split(rest.first ?? "")
            guard !container.isEmpty else { return .list(container: nil, prefix: "") }
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
            return .remove(try rest.map { name throws(ValidationError) in try blob(name, file: nil) })
        case "queue":
            let syntax = "queue send QUEUE TEXT …, or queue receive, peek or count QUEUE"
            try requireCount(2...1_000, syntax)
            let queue = try validated(operands[2], "queue")
            switch operands[1] {
            case "send" where operands.count > 3: return .send(Array(operands.dropFirst(3)), queue: queue)
            case "receive" where operands.count == 3: return .receive(queue: queue)
            case "count" where operands.count == 3: return .count(queue: queue)
            case "peek" where operands.count == 3: return .peek(queue: queue)
            default: throw ValidationError("invalid arguments: expected azure-storage \(syntax)")
            }
        case "worker":
            try requireCount(1...1_000, "worker QUEUE [-- COMMAND …]")
            return .work(queue: try validated(operands[1], "queue"), command: Array(operands.dropFirst(2)))
        case "serve":
            try requireCount(0...0, "serve")
            return .serve
        case let other?:
            throw ValidationError(
                "the action must be ls, put, get, rm, queue, worker or serve\(ArgumentReader.quoteSuffix(for: other))")
        }
    }

    /// Parses `CONTAINER/NAME`.
    ///
    /// If the name is empty, it defaults to the name of the file.
    private static func blob(_ text: String, file: String?) throws(ValidationError) -> BlobPath {
        let (container, name) = split(text)
        let blobName = name.isEmpty ? file.map(lastComponent) ?? "" : name
        guard !container.isEmpty, !blobName.isEmpty, blobName != "-" else {
            throw ValidationError("a blob must have the form CONTAINER/NAME\(ArgumentReader.quoteSuffix(for: text))")
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
    private static func validated(_ name: String, _ kind: String) throws(ValidationError) -> String {
        let rest = name.hasPrefix("$") && kind == "container" ? name.dropFirst() : name[...]
        guard rest.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 }) else {
            throw ValidationError("invalid \(kind) name: use lowercase letters, digits and hyphens")
        }
        return name
    }

    private static func lastComponent(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }
}
