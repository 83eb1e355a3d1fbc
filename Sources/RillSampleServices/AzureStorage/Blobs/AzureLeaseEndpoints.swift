internal import RillHTTP
internal import RillHTTPTesting

/// Acquires, renews, changes, releases, and breaks leases.
struct AzureLeaseEndpoints: Sendable {
    let store: AzureBlobStore

    /// Returns the lease operation on a container.
    func action(for request: AzureRequest, _ name: String) throws(AzureError) -> AzureAction {
        try action(for: request, .container) { operation throws(AzureError) in
            let conditions = try AzureConditions(request)
            return try store.change(name) { container throws(AzureError) in
                try conditions.checkChange(eTag: container.eTag, modified: container.modified)
                let response = try operation.perform(&container.lease)
                return response.adding(.state(eTag: container.eTag, modified: container.modified))
            }
        }
    }

    /// Returns the lease operation on a blob.
    func action(for request: AzureRequest, _ location: AzureBlobLocation) throws(AzureError) -> AzureAction {
        try action(for: request, .object) { operation throws(AzureError) in
            let conditions = try AzureConditions(request)
            return try store.change(location.container) { container throws(AzureError) in
                guard var blob = container[location.name] else { throw .blobNotFound }
                try conditions.checkChange(eTag: blob.eTag, modified: blob.modified)
                let response = try operation.perform(&blob.lease)
                // Lease operations change neither the ETag nor the date.
                container.update(location.name) { $0.lease = blob.lease }
                return response.adding(.state(eTag: blob.eTag, modified: blob.modified))
            }
        }
    }

    private func action(
        for request: AzureRequest, _ resource: AzureAction.Resource,
        _ perform: @escaping @Sendable (Operation) throws(AzureError) -> LoopbackServer.Response
    ) throws(AzureError) -> AzureAction {
        guard let action = request.header("x-ms-lease-action") else { throw .missingHeader("x-ms-lease-action") }
        // Breaking a lease is also permitted with the permission to delete.
        return AzureAction(
            resource, action == "break" ? "wd" : "w", items: resource == .container ? ["restype", "comp"] : ["comp"],
            fields: [
                .conditions, .lease, "x-ms-lease-action", "x-ms-proposed-lease-id", "x-ms-lease-duration",
                "x-ms-lease-break-period",
            ]
        ) { _ throws(AzureError) in try perform(try Operation(action, request)) }
    }

    /// A lease operation with the values of its header fields.
    private struct Operation {
        private enum Action {
            case acquire(id: String?, seconds: Int?)
            case renew(id: String)
            case change(id: String, to: String)
            case release(id: String)
            case `break`(period: Int?)
        }

        private let request: AzureRequest
        private let action: Action

        init(_ name: String, _ request: AzureRequest) throws(AzureError) {
            self.request = request
            func required<Value>(_ value: Value?, _ name: String) throws(AzureError) -> Value {
                guard let value else { throw .missingHeader(name) }
                return value
            }
            let id = try request.leaseID
            let proposed = try request.uuid("x-ms-proposed-lease-id")
            switch name {
            case "acquire":
                let field = "x-ms-lease-duration"
                let seconds = try required(try request.headerNumber(field, in: -1...60), field)
                guard seconds == -1 || seconds >= 15 else { throw .invalidHeader(field, "\(seconds)") }
                action = .acquire(id: proposed, seconds: seconds == -1 ? nil : seconds)
            case "renew": action = .renew(id: try required(id, "x-ms-lease-id"))
            case "change":
                action = .change(
                    id: try required(id, "x-ms-lease-id"), to: try required(proposed, "x-ms-proposed-lease-id"))
            case "release": action = .release(id: try required(id, "x-ms-lease-id"))
            case "break": action = .break(period: try request.headerNumber("x-ms-lease-break-period", in: 0...60))
            default: throw .invalidHeader("x-ms-lease-action", name)
            }
        }

        func perform(_ lease: inout AzureLease) throws(AzureError) -> LoopbackServer.Response {
            var fields = HTTPFields()
            switch action {
            case .acquire(let id, let seconds):
                fields.set("x-ms-lease-id", try lease.acquire(id, seconds: seconds, now: request.now))
                return .status(.created, fields: fields)
            case .renew(let id): fields.set("x-ms-lease-id", try lease.renew(id, now: request.now))
            case .change(let id, let proposed):
                fields.set("x-ms-lease-id", try lease.change(id, to: proposed, now: request.now))
            case .release(let id): try lease.release(id)
            case .break(let period):
                fields.set("x-ms-lease-time", "\(try lease.break(after: period, now: request.now))")
                return .status(.accepted, fields: fields)
            }
            return .status(.ok, fields: fields)
        }
    }
}

extension LoopbackServer.Response {
    /// Returns the response with additional header fields.
    fileprivate func adding(_ fields: HTTPFields) -> Self {
        var copy = self
        copy.fields += fields
        return copy
    }
}
