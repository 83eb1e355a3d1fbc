import Foundation
import RillHTTP
import Synchronization

/// Keeps the responses to `GET` requests in memory.
final class Memory: Middleware {
    private let responses = Mutex<[String: [TransportEvent]]>([:])

    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
        guard request.method == .get, body == nil, !request.hasSecretResponse else { return next(request, body) }
        let key = try request.checkedURL()
        if let events = responses.withLock({ $0[key] }) { return .from(events) }
        return next(request, body).transformEvents("memory", initialState: [TransportEvent]()) {
            kept, event, observer in
            switch event {
            case .next(let event): kept.append(event)
            case .completed where Self.forbidsStoring(kept): break
            case .completed: self.responses.withLock { [kept] in $0[key] = kept }
            case .error: break
            }
            observer.on(event)
        }
    }

    private static func forbidsStoring(_ events: [TransportEvent]) -> Bool {
        guard case .head(let head)? = events.first else { return true }
        return head.headerFields.elements(of: .cacheControl).contains("no-store")
    }
}

/// Sends a request again after status 503, when the server's delay has elapsed.
struct Again: Middleware {
    private struct Unavailable: Error {
        let delay: Duration
    }

    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        next(request, body)
            .map { event in
                if case .head(let head) = event, head.status == .serviceUnavailable, next.attempt < 3 {
                    throw Unavailable(delay: head.serverDelay() ?? .zero)
                }
                return event
            }
            .catch { error in
                guard let failure = error as? Unavailable else { throw error }
                return Observable<Int>.timer(failure.delay, scheduler: next.call.scheduler).flatMap { _ in
                    intercept(request, body: body, next: next.attempt(next.attempt + 1))
                }
            }
    }
}

extension Authentication {
    /// Returns middleware that responds to the challenges of a server.
    static func weather(key: String, for url: String) -> Authentication {
        Authentication(for: url) { request, body, next in
            next(request, body).interceptHead { head in
                let challenge = head.headerFields.challenges(in: .wwwAuthenticate).first { $0.scheme == "weather" }
                guard head.status == .unauthorized, let nonce = challenge?.parameters?["nonce"] else { return nil }
                var signed = request
                signed.setSignature("Weather \(key)-\(nonce)", of: ["weather", key], coversFields: false)
                return next.attempt(next.attempt + 1)(signed, body)
            }
        }
    }
}

/// Signs each request separately.
struct Signing: Middleware {
    let key: String

    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        next.call[Count.self] += 1
        var request = request
        request.setSignature(
            "Weather \(key)-\(next.call[Count.self])", of: ["weather", key], coversFields: false)
        return next(request, body)
    }

    /// The number of signatures of the call.
    private enum Count: StreamContextKey {
        static let defaultValue = 0
    }
}
