internal import Foundation
internal import Rill
internal import RillHTTP

/// One service of an account, and the way there: names on requests, the user's middleware, retries, credentials.
struct Connection: Sendable {
    /// Sends what is asked for.
    let client: Client

    /// What stands furthest in: retries, and then credentials.
    private let innermost: [any Middleware]

    init(
        _ account: StorageAccount, endpoint: String, transport: any Transport, middleware: [any Middleware],
        retry: RetryPolicy, timeout: Duration?, scheduler: any Scheduler, now: @escaping @Sendable () -> Date
    ) {
        innermost = [
            Retry(retry, scheduler: scheduler, now: now), Authentication(account, for: endpoint, now: now),
        ]
        client = Client(
            baseURL: endpoint, transport: transport, errorDecoder: AzureStorageError.decoder,
            middleware: [RequestMarks()] + middleware + innermost, timeout: timeout, scheduler: scheduler)
    }

    /// The same with middleware further in than that of the user, and further out than retries.
    func client(with middleware: some Middleware) -> Client {
        var client = client
        client.middleware.insert(middleware, at: client.middleware.count - innermost.count)
        return client
    }

    /// The address without what is secret in it.
    var address: String { Redactor().baseURL(client.baseURL) }
}
