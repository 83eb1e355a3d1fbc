internal import RillHTTPTesting

/// The operations, and the routes that start and poll them.
final class OperationsService: @unchecked Sendable {  // `operations` is guarded by `lock`
    private struct Operation {
        var remainingPolls: Int
        /// The path of the resource, or `nil` for an export.
        let resource: String?
        let fails: Bool

        var hasEnded: Bool { remainingPolls <= 0 }
    }

    private let options: SampleOperations.Options
    private let lock = Lock()
    private var operations: [Operation] = []

    init(options: SampleOperations.Options) {
        self.options = options
    }

    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        var router = Router()
        router.on(.post, "/exports") { [self] _ in
            .status(.accepted, fields: [.location: "/exports/\(start(resource: nil))"])
        }
        router.get("/exports/{id}") { [self] request in
            guard let operation = poll(request.parameter("id")), operation.resource == nil else { return .notFound }
            return operation.hasEnded ? .object(["id": .string(request.parameter("id"))]) : .status(.accepted)
        }
        router.on(.put, "/indexes/{name}") { [self] in accept($0, "Operation-Location", "/operations/") }
        router.on(.put, "/accounts/{name}") { [self] in accept($0, "Azure-AsyncOperation", "/asyncoperations/") }
        router.get("/operations/{id}") { [self] in status($0, ["running", "succeeded", "failed"]) }
        router.get("/asyncoperations/{id}") { [self] in status($0, ["InProgress", "Succeeded", "Failed"]) }
        for path in ["/indexes/{name}", "/accounts/{name}"] {
            router.get(path) { [self] request in
                hasCreated(request.request.path) ? .object(["name": .string(request.parameter("name"))]) : .notFound
            }
        }
        return router.route(request) ?? .notFound
    }

    /// Starts the operation that creates a resource.
    private func accept(_ request: RoutedRequest, _ field: HTTPField.Name, _ path: String) -> LoopbackServer.Response {
        let id = start(resource: request.request.path, fails: request.parameter("name") == "broken")
        return .status(
            .accepted, fields: [field: "\(request.serverURL)\(path)\(id)"])
    }

    /// Returns the status of an operation.
    private func status(_ request: RoutedRequest, _ names: [String]) -> LoopbackServer.Response {
        guard let operation = poll(request.parameter("id")), operation.resource != nil else { return .notFound }
        return .object(["status": .string(names[operation.hasEnded ? operation.fails ? 2 : 1 : 0])])
    }

    /// Returns the number of a new operation, starting at 1.
    private func start(resource: String?, fails: Bool = false) -> Int {
        lock.withLock {
            operations.append(Operation(remainingPolls: options.pollCount, resource: resource, fails: fails))
            return operations.count
        }
    }

    /// Counts a poll, and returns the operation, or `nil` if there is none with this number.
    private func poll(_ id: String) -> Operation? {
        lock.withLock {
            guard let number = Int(id), number >= 1, number <= operations.count else { return nil }
            operations[number - 1].remainingPolls -= 1
            return operations[number - 1]
        }
    }

    private func hasCreated(_ resource: String) -> Bool {
        lock.withLock { operations.contains { $0.resource == resource && $0.hasEnded && !$0.fails } }
    }
}

extension LoopbackServer.Response {
    fileprivate static var notFound: Self { .status(.notFound) }

    fileprivate static func object(_ value: JSONValue) -> Self { .json(value) }
}
