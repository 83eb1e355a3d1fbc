/// Lets no more than so many exchanges run with one host; the others wait in their order.
struct URLSessionLimiter {
    private let limit: Int?
    private var running: [String: Int] = [:]
    private var waiting: [String: [URLSessionExchange]] = [:]

    /// - Parameter limit: How many; nil for any number.
    init(limit: Int?) {
        self.limit = limit
    }

    /// Asks for a place; returns false if the exchange has to wait for it.
    mutating func enter(_ exchange: URLSessionExchange) -> Bool {
        guard let limit else { return true }
        let origin = exchange.call.origin
        guard running[origin, default: 0] >= limit else {
            running[origin, default: 0] += 1
            return true
        }
        waiting[origin, default: []].append(exchange)
        return false
    }

    /// Gives a place back; returns the exchange that has it now.
    mutating func leave(_ origin: String) -> URLSessionExchange? {
        guard limit != nil else { return nil }
        while let next = waiting[origin]?.first {
            waiting[origin]?.removeFirst()
            if waiting[origin]?.isEmpty == true { waiting[origin] = nil }
            if !next.isOver { return next }
        }
        running[origin, default: 0] -= 1
        if running[origin] == 0 { running[origin] = nil }
        return nil
    }

    /// Forgets an exchange that was given up while it waited.
    mutating func remove(_ exchange: URLSessionExchange) {
        let origin = exchange.call.origin
        waiting[origin]?.removeAll { $0 === exchange }
        if waiting[origin]?.isEmpty == true { waiting[origin] = nil }
    }

    /// Forgets all that wait.
    mutating func removeAll() -> [URLSessionExchange] {
        defer { waiting = [:] }
        return waiting.values.flatMap { $0 }
    }
}
