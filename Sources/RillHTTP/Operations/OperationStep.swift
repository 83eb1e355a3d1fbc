internal import Foundation
internal import Rill
internal import RillHTTPTypes

/// The next step of a long-running operation, as determined by a response.
enum OperationStep<Output: Sendable>: Sendable {
    /// The operation continues.
    case running(OperationMonitor)

    /// The response contains the result.
    case finished(Output)

    /// The result is at another URL.
    case result(at: HTTPRequest)

    /// The operation has failed.
    ///
    /// The redactor knows the secrets of the requests, which the response can contain.
    case failed(OperationError, HTTPResponse, Data, Redactor)

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

    /// The time until the next poll as specified by the last response, if any.
    var wait: Duration?

    /// Returns the monitor for the next poll.
    func next(_ target: HTTPRequest?, after head: HTTPResponse) -> OperationMonitor {
        var next = self
        if let target { next.target = target }
        next.wait = Self.wait(in: head)
        return next
    }

    /// Returns the time until the next poll that a response specifies, or `nil` if it is missing or zero.
    static func wait(in head: HTTPResponse) -> Duration? {
        ServerDelay.wait(in: head, now: { Date() }).flatMap { $0 > .zero ? $0 : nil }
    }
}

/// A reader that determines the steps of the operation that a request starts.
struct OperationReader<Response: Sendable>: Sendable {
    typealias Step = OperationStep<Response>

    let request: Endpoint<Response>

    /// The method and URL of the request.
    let origin: HTTPRequest
    let polling: OperationPolling

    /// The parser of the first response.
    var start: ResponseParser<Step> {
        parser { head, body, decoder, redactor in
            if let target = try link(head, Self.statusLinks, relativeTo: origin) {
                var result: HTTPRequest? = origin
                if request.method != .put, request.method != .patch {
                    result = try link(head, [.location], relativeTo: origin)
                }
                let monitor = OperationMonitor(
                    target: target, usesStatusField: true, resultTarget: result, wait: OperationMonitor.wait(in: head))
                return .running(monitor)
            }
            if head.status == .accepted, let target = try link(head, [.location], relativeTo: origin) {
                return .running(
                    OperationMonitor(target: target, usesStatusField: false, wait: OperationMonitor.wait(in: head)))
            }
            return .finished(try request.parser.read(head, body, decoder: decoder, redactor: redactor))
        }
    }

    /// The parser of the response to a poll.
    func poll(_ monitor: OperationMonitor) -> ResponseParser<Step> {
        parser { head, body, decoder, redactor in
            guard monitor.usesStatusField else {
                guard head.status == .accepted else {
                    return .finished(try request.parser.read(head, body, decoder: decoder, redactor: redactor))
                }
                return .running(monitor.next(try link(head, [.location], relativeTo: monitor.target), after: head))
            }
            let status = try text(at: polling.statusField, in: head, body)
            let isStatus = { (other: String) in other.lowercased() == status.lowercased() }
            if polling.failed.contains(where: isStatus) { throw OperationError(status: status) }
            guard polling.succeeded.contains(where: isStatus) else {
                return .running(
                    monitor.next(try link(head, Self.statusLinks, relativeTo: monitor.target), after: head))
            }
            if let resource = try? text(at: "resourceLocation", in: head, body) {
                return .result(at: try target(of: resource, relativeTo: monitor.target))
            }
            if let target = monitor.resultTarget { return .result(at: target) }
            return .finished(try request.parser.read(head, body, decoder: decoder, redactor: redactor))
        }
    }

    private func parser(
        _ step:
            @escaping @Sendable (HTTPResponse, Data, any DataDecoder, @escaping @Sendable () -> Redactor) throws -> Step
    ) -> ResponseParser<Step> {
        ResponseParser(accept: request.parser.accept, isBodySecret: request.parser.isBodySecret) {
            head, body, decoder, makeRedactor in
            do {
                return try step(head, body, decoder, makeRedactor)
            } catch let error as OperationError {
                return .failed(error, head, body, makeRedactor())
            }
        }
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
    func following<Output>(_ target: HTTPRequest, with parser: ResponseParser<Output>) -> Endpoint<Output> {
        var request = Endpoint<Output>(path, parser: parser)
        request.setTarget(target)
        request.headerFields = headerFields
        request.headerFields.removeAll { $0.name.describesBody || $0.name.isCondition }
        request.options = options
        request.options.isIdempotent = nil
        return request
    }
}
