import Foundation
import Rill
import RillHTTP

/// The samples on the page "Middleware and its order".
private enum MiddlewarePageSamples {
    struct Tokens: Decodable, Sendable {
        var accessToken: String
        var refreshToken: String
    }

    struct RenewToken: Request {
        typealias Response = Tokens
        let refreshToken: String
        var method: HTTPRequest.Method { .post }
        var path: URLPath { "/token" }
        var body: HTTPBody? { .form(["refresh_token": refreshToken]) }
    }

    static func order(base: String, saved: Tokens) -> Client {
        let plain = Client(baseURL: base)
        let tokens = CredentialRefresher(saved) { old in
            plain.send(RenewToken(refreshToken: old.refreshToken))
        }
        let client = Client(
            baseURL: base,
            middleware: [
                FollowRedirects(),
                Authentication.bearer(tokens, for: base) { $0.accessToken },
                RequestCoalescing(),
                ResponseCache(),
                Retry(.exponentialBackoff(attempts: 5)),
                ConcurrencyLimit(4),
                RateLimit(60, per: .seconds(60)),
                Logging { line in print(line) },
            ])
        return client
    }

    struct RequestID: Middleware {
        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            var request = request
            request.headerFields[.requestID] = "\(UUID().uuidString)-\(next.attempt)"
            return next(request, body)
        }
    }

    struct Renewing: Middleware {
        let renewed: HTTPRequest

        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            next(request, body).interceptHead { head in
                head.status == .unauthorized ? next(renewed, body) : nil
            }
        }
    }
}

extension HTTPField.Name {
    fileprivate static let requestID = HTTPField.Name(literal: "X-Request-ID")
}
