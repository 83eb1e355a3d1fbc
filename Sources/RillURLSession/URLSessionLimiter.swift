/// A limiter for the number of concurrent exchanges per origin.
///
/// Further exchanges wait in FIFO order.
struct URLSessionLimiter {
    private let limit: Int?
    private var running: [String: Int] = [:]
    private var waiting: [String: [URLSessionExchange]] = [:]

    /// - Parameter limit: The maximum number of exchanges per origin, or `nil` for no limit.
    init(limit: Int?) {
        self.limit = limit
    }

    /// Acquires a connection slot for an exchange.
    ///
    /// Returns `false` if the exchange must wait.
    mutating func acquire(_ exchange: URLSessionExchange) -> Bool {
        guard let limit else { return true }
        let origin = exchange.call.origin
        guard running[origin, default: 0] >= limit else {
            running[origin, default: 0] += 1
            return true
        }
        waiting[origin, default: []].append(exchange)
        return false
    }

    /// Releases a connection slot.
    ///
    /// Returns the waiting exchange that receives the slot, or `nil` if none is waiting.
    mutating func release(_ origin: String) -> URLSessionExchange? {
        guard limit != nil else { return nil }
        while let next = waiting[origin]?.first {
            waiting[origin]?.removeFirst()
            if waiting[origin]?.isEmpty == true { waiting[origin] = nil }
            if !next.isFinished { return next }
        }
        running[origin, default: 0] -= 1
        if running[origin] == 0 { running[origin] = nil }
        return nil
    }

    /// Removes an exchange that was canceled while waiting.
    mutating func remove(_ exchange: URLSessionExchange) {
        let origin = exchange.call.origin
        waiting[origin]?.removeAll { $0 === exchange }
        if waiting[origin]?.isEmpty == true { waiting[origin] = nil }
    }

    /// Removes and returns all waiting exchanges.
    mutating func removeAll() -> [URLSessionExchange] {
        defer { waiting = [:] }
        return waiting.values.flatMap { $0 }
    }
}
