internal import Foundation
internal import RillHTTP

/// A connection to one service of an account: its endpoint, middleware, retries, and credential.
struct Connection: Sendable {
    /// The client that sends the requests.
    let client: Client

    /// The innermost middleware: retries, which wrap authentication.
    private let innermost: [any Middleware]

    init(
        _ account: StorageAccount, endpoint: String, transport: any Transport, middleware: [any Middleware],
        retry: RetryPolicy, timeout: Duration?, scheduler: any Scheduler, now: @escaping @Sendable () -> Date
    ) {
        var innermost: [any Middleware] = [
            Retry(retry, scheduler: scheduler, now: now), AccountAuthentication(account, for: endpoint, now: now),
        ]
        if case .bearer(let tokens) = account.credential {
            innermost += [tokens.authentication(endpoint), RequestDate(now: now)]
        }
        self.innermost = innermost
        client = Client(
            baseURL: endpoint, transport: transport, errorDecoder: AzureStorageError.decoder,
            middleware: [RequestIdentification()] + middleware + [ServiceCheck()] + innermost, timeout: timeout,
            scheduler: scheduler)
    }

    /// Returns a client with additional middleware between the user's middleware and the retries.
    func client(with middleware: some Middleware) -> Client {
        var client = client
        client.middleware.insert(middleware, at: client.middleware.count - innermost.count)
        return client
    }

    /// A client that sends each request once.
    var clientWithoutRetries: Client {
        var client = client
        client.middleware.remove(at: client.middleware.count - innermost.count)
        return client
    }

    /// The endpoint, with credentials redacted.
    var address: String { HTTPRequest.redactedURL(client.baseURL) }
}
