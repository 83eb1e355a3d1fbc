import Foundation
import RillHTTP
import RillMiddleware

extension Workload {
    /// Requests through one middleware, through a stack of ten, and to caches.
    static let middleware: [Workload] = [
        requests("http"),
        requests("http-retry", [Retry()]),
        requests("http-logging", [Logging { _ in }]),
        requests("http-logging-verbose", [Logging(.verbose) { _ in }]),
        requests("http-hedging", [Hedging(after: .percentile(0.95))]),
        requests("http-limit", [ConcurrencyLimit(4)]),
        requests("http-breaker", [CircuitBreaker()]),
        requests("http-cookies", [CookieStorage()]),
        requests(
            "http-ten",
            [
                IdempotencyKeys(), FollowRedirects(),
                Authentication { $0.headerFields[.authorization] = "Bearer 8s7d6f5" },
                Retry(), TraceContextMiddleware(for: "https://api.example.com"), Logging { _ in }, CookieStorage(),
                CircuitBreaker(), Hedging(after: .percentile(0.95)), ConcurrencyLimit(4),
            ]),
        requests("cache-memory", over: MemoryTransport().caching(in: ResponseCache())),
        requests("cache-disk", over: DiskFolder.hits.transport),
        Workload(name: "cache-disk-open", count: 10, expected: 10) {
            // Fills the folder in the warm-up run.
            let path = DiskFolder.entries.path
            return (0..<10).reduce(0) { count, _ in (try? DiskCacheStorage(path)) == nil ? count : count + 1 }
        },
    ]

    /// 5,000 requests that are sent one after the other.
    private static func requests(
        _ name: String, _ middleware: [any Middleware] = [],
        over transport: @autoclosure @escaping @Sendable () -> any Transport = MemoryTransport()
    ) -> Workload {
        Workload(name: name, count: 5_000, expected: 5_000 * MemoryTransport.body.count) {
            let client = Client(baseURL: "https://api.example.com", transport: transport(), middleware: middleware)
            let sum = Sum()
            for _ in 0..<5_000 {
                let body = try? client.send(Endpoint("/items?page=1", parser: .data)).wait(timeout: .seconds(10))
                sum.add(body?.count ?? 0)
            }
            return sum.value
        }
    }
}

/// A transport that responds at once with 1 KB.
private struct MemoryTransport: Transport {
    static let body = [UInt8](repeating: 0x61, count: 1_024)

    private static let head = HTTPResponse(
        status: .ok,
        headerFields: [
            .contentType: "application/json", .contentLength: "1024", .cacheControl: "max-age=3600",
            .date: "Sat, 28 Nov 2026 12:00:00 GMT", .server: "example",
        ])

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .of(.head(Self.head), .chunk(Self.body))
    }
}

/// A folder for cached responses, which is removed at the end of the process.
private struct DiskFolder {
    static let hits = DiskFolder(entryCount: 0)
    static let entries = DiskFolder(entryCount: 9_000)

    let path = Self.root + "/\(UUID().uuidString)"

    init(entryCount: Int) {
        atexit { try? FileManager.default.removeItem(atPath: DiskFolder.root) }
        guard entryCount > 0, let storage = try? DiskCacheStorage(path) else { return }
        for number in 0..<entryCount {
            let key = String(UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1 << 63, radix: 16)
            let writer = try? storage.makeWriter(for: key + key, variant: key + key)
            try? writer?.append(MemoryTransport.body)
            try? writer?.commit(metadata: [1])
        }
    }

    var transport: any Transport {
        guard let storage = try? DiskCacheStorage(path) else { return MemoryTransport() }
        return MemoryTransport().caching(in: ResponseCache(storage: storage))
    }

    private static let root = FileManager.default.temporaryDirectory.appending(path: "rill-bench-cache-\(UUID())").path
}
