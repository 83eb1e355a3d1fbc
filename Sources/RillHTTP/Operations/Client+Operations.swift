internal import Foundation
public import Rill

extension Client {
    /// Returns an observable that sends a request and waits for the operation that the request starts.
    ///
    ///     sent     a--p--p--g
    ///     result   ----------A|
    ///
    ///     client.send(CreateIndex(), polling: OperationPolling()).deadline(.seconds(600))
    ///
    /// The header fields of the first response select how the operation is polled and where its result is; see
    /// ``OperationPolling``. The polls and the request for the result have the header fields of the original request and
    /// its options except ``RequestOptions/isIdempotent``, but not its body, the fields that describe the body, or
    /// conditions such as `If-None-Match`. Each is a separate exchange that passes through the request's and the client's
    /// middleware. The response with the result is accepted if its status is from 200 to 299 or accepted by the request. A
    /// URL with another origin fails the stream, because the request's credentials must not be sent there. The total
    /// duration is not limited, so apply a deadline.
    ///
    /// ## Errors
    /// Fails with an ``APIError``: either the error of an exchange, or an error at
    /// ``APIError/Stage-swift.struct/operation``. If the operation has failed, the underlying error is decoded by the
    /// request's ``RequestOptions/errorDecoder`` or the client's ``ErrorDecoder``, or is an ``OperationError`` with the status.
    ///
    /// - Parameters:
    ///   - request: The request that starts the operation.
    ///   - polling: The strategy for polling.
    /// - Returns: A cold observable of one element.
    /// - Complexity: One exchange for each poll; one timer at a time.
    public func send<SomeRequest: Request>(
        _ request: SomeRequest, polling: OperationPolling
    ) -> Observable<SomeRequest.Response> {
        .deferred {
            let type = SomeRequest.self
            var request = request.resolvedEndpoint
            let reader = OperationReader(request: request, origin: target(of: request), polling: polling)
            request.accept(.accepted)
            return step(of: request, reader, as: type).flatMap { step -> Observable<SomeRequest.Response> in
                guard let monitor = step.monitor else { return result(of: step, reader, as: type) }
                return steps(of: monitor, reader, as: type).takeLast(1).flatMap { result(of: $0, reader, as: type) }
            }
        }
    }

    /// Sends a request and returns the next step of the operation.
    private func step<Response>(
        of request: Endpoint<Response>, polling monitor: OperationMonitor? = nil, _ reader: OperationReader<Response>,
        as type: Any.Type
    ) -> Observable<OperationStep<Response>> {
        send(as: type, keepsBody: true) {
            request
        } read: { exchange, request, decoder in
            try exchange.read(with: decoder) { head, body in
                do {
                    return try reader.step(after: head, body, decoder, polling: monitor)
                } catch let error as OperationError {
                    let redactor = exchange.sent().redactor
                    let serviceError = error.status == nil ? nil : exchange.errorDecoder.read(head, body, redactor)
                    throw APIError(
                        stage: .operation, request: reader.origin, response: head,
                        body: exchange.isBodySecret ? Data() : body, attempts: 1,
                        underlying: serviceError ?? error, redactor: redactor)
                }
            }
        }
    }

    /// Returns the steps of an operation until it ends.
    private func steps<Response>(
        of monitor: OperationMonitor, _ reader: OperationReader<Response>, as type: Any.Type
    ) -> Observable<OperationStep<Response>> {
        let latest = LatestMonitor(monitor)
        let poll = Observable<OperationStep<Response>>.deferred {
            let monitor = latest.value
            let request = reader.request.following(monitor.target, isResult: !monitor.usesStatusField)
            return step(of: request, polling: monitor, reader, as: type)
                .do(onNext: { step in if let monitor = step.monitor { latest.value = monitor } })
        }
        let interval = reader.polling.interval
        return
            poll
            .poll(
                every: interval, until: { $0.monitor == nil }, retryAfter: { $0.monitor?.wait }, scheduler: scheduler
            )
            .delaySubscription(monitor.wait ?? interval.delay(afterAttempt: 1), scheduler: scheduler)
    }

    /// Returns the result of an operation that has ended.
    private func result<Response>(
        of step: OperationStep<Response>, _ reader: OperationReader<Response>, as type: Any.Type
    ) -> Observable<Response> {
        switch step {
        case .finished(let output): .just(output)
        case .result(let target): send(as: type) { reader.request.following(target, isResult: true) }
        case .running: .empty()
        }
    }
}

/// A holder of the monitor from the latest response of a subscription.
private final class LatestMonitor: @unchecked Sendable {  // guarded by rule 1.3: polls do not overlap
    var value: OperationMonitor

    init(_ value: OperationMonitor) {
        self.value = value
    }
}
