internal import Foundation
internal import RillHTTPTypes

/// The next step of a long-running operation, as determined by a response.
enum OperationStep<Output: Sendable>: Sendable {
    /// The operation continues.
    case running(OperationMonitor)

    /// The response contains the result.
    case finished(Output)

    /// The result is at another URL.
    case result(at: HTTPRequest)

    /// The monitor if the operation continues, or `nil` otherwise.
    var monitor: OperationMonitor? {
        if case .running(let monitor) = self { monitor } else { nil }
    }
}

/// Where and how to poll a long-running operation.
struct OperationMonitor: Sendable {
    /// The URL to poll.
    var target: HTTPRequest

    /// Whether the status is a field of the body rather than the status code.
    var usesStatusField: Bool

    /// The URL of the result, or `nil` if the last response contains it.
    var resultTarget: HTTPRequest?

    /// The time until the next poll as specified by the last response, or `nil` if it is missing or zero.
    var wait: Duration?
}

/// A reader that determines the steps of the operation that a request starts.
struct OperationReader<Response: Sendable>: Sendable {
    typealias Step = OperationStep<Response>

    let request: Endpoint<Response>

    /// The method and URL of the request.
    let origin: HTTPRequest
    let polling: OperationPolling

    /// Returns the step after the first response, or after the response to a poll.
    ///
    /// - Parameters:
    ///   - head: The response head.
    ///   - body: The response body.
    ///   - decoder: The decoder of the result.
    ///   - monitor: The monitor whose URL was polled, or `nil` for the first response.
    func step(
        after head: HTTPResponse, _ body: Data, _ decoder: any DataDecoder, polling monitor: OperationMonitor?
    ) throws -> Step {
        let next = try monitor.map { try step(of: $0, after: head, body) } ?? firstStep(after: head)
        guard case .running(var monitor) = next else {
            return try next ?? .finished(request.parser.read(head, body, decoder: decoder))
        }
        monitor.wait = head.serverDelay().flatMap { $0 > .zero ? $0 : nil }
        return .running(monitor)
    }

    /// Returns the step after the first response, or `nil` if the response contains the result.
    private func firstStep(after head: HTTPResponse) throws -> Step? {
        if let target = try link(head, Self.statusLinks, relativeTo: origin) {
            let isUpdate = request.method == .put || request.method == .patch
            let result = try isUpdate ? origin : link(head, [.location], relativeTo: origin)
            return .running(OperationMonitor(target: target, usesStatusField: true, resultTarget: result))
        }
        guard head.status == .accepted, let target = try link(head, [.location], relativeTo: origin) else { return nil }
        return .running(OperationMonitor(target: target, usesStatusField: false))
    }

    /// Returns the step after a poll, or `nil` if the response contains the result.
    private func step(of monitor: OperationMonitor, after head: HTTPResponse, _ body: Data) throws -> Step? {
        var next = monitor
        guard monitor.usesStatusField else {
            guard head.status == .accepted else { return nil }
            next.target = try link(head, [.location], relativeTo: monitor.target) ?? monitor.target
            return .running(next)
        }
        let status = try text(at: polling.statusField, in: head, body)
        let isStatus = { (other: String) in other.lowercased() == status.lowercased() }
        if polling.failed.contains(where: isStatus) { throw OperationError(status: status) }
        guard polling.succeeded.contains(where: isStatus) else {
            next.target = try link(head, Self.statusLinks, relativeTo: monitor.target) ?? monitor.target
            return .running(next)
        }
        if let resource = try? text(at: "resourceLocation", in: head, body) {
            return .result(at: try target(of: resource, relativeTo: monitor.target))
        }
        return monitor.resultTarget.map { .result(at: $0) }
    }

    private func text(at path: String, in head: HTTPResponse, _ body: Data) throws -> String {
        try ResponseParser<String>.json(at: path).read(head, body, decoder: JSONDecoder())
    }

    /// The header fields that contain the URL of an operation whose status is in the body.
    private static var statusLinks: [HTTPField.Name] { ["Operation-Location", "Azure-AsyncOperation"] }

    /// Returns the URL in the first of the header fields that is present.
    private func link(
        _ head: HTTPResponse, _ names: [HTTPField.Name], relativeTo base: HTTPRequest
    ) throws -> HTTPRequest? {
        guard let text = names.lazy.compactMap({ head.headerFields[$0] }).first else { return nil }
        return try target(of: text, relativeTo: base)
    }

    /// Returns the GET request for a URL of the same origin.
    private func target(of link: String, relativeTo base: HTTPRequest) throws -> HTTPRequest {
        guard var target = URLReference(link).resolved(against: base), target.path?.isEmpty == false else {
            throw OperationError(unusableLink: "the URL in the response has no host")
        }
        guard target.origin == origin.origin else {
            throw OperationError(
                unusableLink: "the URL in the response has the origin \(target.originWithoutUser), "
                    + "but credentials must be sent only to \(origin.originWithoutUser)")
        }
        target.method = .get
        return target
    }
}

extension Endpoint {
    /// Returns a GET request to a URL of the operation that this request starts.
    ///
    /// - Parameters:
    ///   - target: The URL.
    ///   - isResult: Whether the response can contain the result, so that the statuses that this request accepts are accepted.
    func following(_ target: HTTPRequest, isResult: Bool) -> Endpoint {
        var request = Endpoint(path, parser: parser)
        request.setTarget(target)
        request.headerFields = headerFields
        request.headerFields.removeAll { $0.name.describesBody || $0.name.isCondition }
        request.options = options
        request.options.isIdempotent = nil
        if isResult { request.acceptsStatus = { try $0.kind == .successful || acceptsStatus($0) } }
        return request
    }
}
