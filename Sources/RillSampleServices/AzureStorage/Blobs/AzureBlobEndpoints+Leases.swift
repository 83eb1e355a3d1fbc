internal import RillHTTPTesting

/// The operations that acquire, renew, change, release, and break leases.
extension AzureBlobEndpoints {
    func leaseContainer(_ request: AzureRequest, _ name: String) throws -> AzureAction {
        try leaseAction(for: request, .container) { operation in
            let conditions = try AzureConditions(request)
            return try store.change(name) { container in
                try conditions.check(container)
                return try operation(&container.lease).adding(container.versionFields)
            }
        }
    }

    func leaseBlob(_ request: AzureRequest, _ location: AzureBlobLocation) throws -> AzureAction {
        try leaseAction(for: request, .object) { operation in
            let conditions = try AzureConditions(request)
            return try store.change(location.container) { container in
                try container.update(location.name) { blob in
                    try conditions.check(blob)
                    // Lease operations change neither the ETag nor the date.
                    return try operation(&blob.lease).adding(blob.versionFields)
                }
            }
        }
    }

    /// A closure that performs a lease operation, and returns its response.
    private typealias Operation = (inout AzureLease) throws -> LoopbackServer.Response

    private func leaseAction(
        for request: AzureRequest, _ resource: AzureAction.Resource,
        _ perform: @escaping @Sendable (Operation) throws -> LoopbackServer.Response
    ) throws -> AzureAction {
        let action = try request.requiredHeader("x-ms-lease-action")
        // Breaking a lease is also permitted with the permission to delete.
        return AzureAction(
            resource, action == "break" ? "wd" : "w", items: resource == .container ? ["restype", "comp"] : ["comp"],
            fields: [
                .conditions, .lease, "x-ms-lease-action", "x-ms-proposed-lease-id", "x-ms-lease-duration",
                "x-ms-lease-break-period",
            ]
        ) { _ in try perform(try Self.leaseOperation(action, request)) }
    }

    /// Returns a lease operation with the values of its header fields.
    private static func leaseOperation(_ name: String, _ request: AzureRequest) throws -> Operation {
        func response(_ status: HTTPResponse.Status, id: String? = nil, time: Int? = nil) -> LoopbackServer.Response {
            let time = time.map { "\($0)" }
            return .status(status, fields: HTTPFields(omittingEmpty: ["x-ms-lease-id": id, "x-ms-lease-time": time]))
        }
        let now = request.now
        let id = try request.leaseID
        let proposed = try request.uuid("x-ms-proposed-lease-id")
        switch name {
        case "acquire":
            let field = "x-ms-lease-duration"
            guard let seconds = try request.headerNumber(field, in: -1...60) else {
                throw AzureError.missingHeader(field)
            }
            guard seconds == -1 || seconds >= 15 else { throw AzureError.invalidHeader(field, "\(seconds)") }
            let duration = seconds == -1 ? nil : seconds
            return { response(.created, id: try $0.acquire(proposed, seconds: duration, now: now)) }
        case "break":
            let period = try request.headerNumber("x-ms-lease-break-period", in: 0...60)
            return { response(.accepted, time: try $0.break(after: period, now: now)) }
        case "renew", "change", "release":
            guard let id else { throw AzureError.missingHeader("x-ms-lease-id") }
            if name == "renew" { return { response(.ok, id: try $0.renew(id, now: now)) } }
            if name == "change" {
                guard let proposed else { throw AzureError.missingHeader("x-ms-proposed-lease-id") }
                return { response(.ok, id: try $0.change(id, to: proposed, now: now)) }
            }
            return { lease in
                try lease.release(id)
                return response(.ok)
            }
        default: throw AzureError.invalidHeader("x-ms-lease-action", name)
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
