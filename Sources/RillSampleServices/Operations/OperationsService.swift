internal import RillHTTPTesting

/// The operations, and the routes that start and poll them.
struct OperationsService: Sendable {
    private struct Operation: Identifiable {
        let id: Int
        var remainingPolls: Int
        /// The path of the resource, or `nil` for an export.
        let resource: String?
        let fails: Bool

        var hasEnded: Bool { remainingPolls <= 0 }
    }

    let options: SampleOperations.Options
    private let operations = Records<Operation>()

    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        var router = Router()
        router.on(.post, "/exports") { _ in
            .status(.accepted, fields: [.location: "/exports/\(start(resource: nil))"])
        }
        router.get("/exports/{id}") { request in
            guard let operation = poll(request.parameter("id")), operation.resource == nil else { return .notFound }
            return operation.hasEnded ? .json(["id": .string(request.parameter("id"))]) : .status(.accepted)
        }
        router.on(.put, "/indexes/{name}") { accept($0, "Operation-Location", "/operations/") }
        router.on(.put, "/accounts/{name}") { accept($0, "Azure-AsyncOperation", "/asyncoperations/") }
        router.get("/operations/{id}") { status($0, ["running", "succeeded", "failed"]) }
        router.get("/asyncoperations/{id}") { status($0, ["InProgress", "Succeeded", "Failed"]) }
        for path in ["/indexes/{name}", "/accounts/{name}"] {
            router.get(path) { request in
                hasCreated(request.request.path) ? .json(["name": .string(request.parameter("name"))]) : .notFound
            }
        }
        return router.route(request) ?? .notFound
    }

    /// Starts the operation that creates a resource.
    private func accept(_ request: RoutedRequest, _ field: HTTPField.Name, _ path: String) -> LoopbackServer.Response {
        let id = start(resource: request.request.path, fails: request.parameter("name") == "broken")
        return .status(.accepted, fields: [field: "\(request.serverURL)\(path)\(id)"])
    }

    /// Returns the status of an operation.
    private func status(_ request: RoutedRequest, _ names: [String]) -> LoopbackServer.Response {
        guard let operation = poll(request.parameter("id")), operation.resource != nil else { return .notFound }
        return .json(["status": .string(names[operation.hasEnded ? operation.fails ? 2 : 1 : 0])])
    }

    /// Returns the number of a new operation, starting at 1.
    private func start(resource: String?, fails: Bool = false) -> Int {
        operations.add { Operation(id: $0, remainingPolls: options.pollCount, resource: resource, fails: fails) }.id
    }

    /// Counts a poll, and returns the operation, or `nil` if there is none with this number.
    private func poll(_ id: String) -> Operation? {
        Int(id).flatMap { operations.update($0) { $0.remainingPolls -= 1 } }
    }

    private func hasCreated(_ resource: String) -> Bool {
        operations.all.contains { $0.resource == resource && $0.hasEnded && !$0.fails }
    }
}

extension LoopbackServer.Response {
    fileprivate static var notFound: Self { .status(.notFound) }
}
