internal import Foundation

/// The messages of a queue, in the order in which they become visible.
///
/// No request looks at all of them: who is next is at the top of a heap, and so is who expires next.
struct AzureMessageLine: Sendable {
    /// A message's place in a heap.
    ///
    /// It means nothing any more if the message has another one, or has gone.
    private struct Ticket: Comparable, Sendable {
        let time: Date
        let number: Int
        let id: String
        let receipt: String

        static func < (lhs: Self, rhs: Self) -> Bool {
            lhs.time == rhs.time ? lhs.number < rhs.number : lhs.time < rhs.time
        }
    }

    private var messages: [String: AzureMessage] = [:]
    private var visibilities = AzureHeap<Ticket>()
    private var expiries = AzureHeap<Ticket>()
    private var lastNumber = 0

    // MARK: All of them

    /// How many messages there are, the hidden ones included.
    mutating func count(now: Date) -> Int {
        dropExpired(now)
        return messages.count
    }

    mutating func clear() {
        messages = [:]
        visibilities = AzureHeap()
        expiries = AzureHeap()
    }

    // MARK: Going through

    /// Adds a message.
    ///
    /// - Parameters:
    ///   - text: What it says.
    ///   - now: The time.
    ///   - delay: How many seconds it is hidden.
    ///   - lifetime: After how many seconds it goes; nil for never.
    /// - Returns: The message.
    mutating func put(_ text: String, now: Date, hiddenFor delay: Int, livingFor lifetime: Int?) -> AzureMessage {
        dropExpired(now)
        lastNumber += 1
        let message = AzureMessage(
            id: UUID().uuidString.lowercased(), inserted: now,
            expires: lifetime.map { now.addingTimeInterval(TimeInterval($0)) }, number: lastNumber, text: text,
            visible: now.addingTimeInterval(TimeInterval(delay)), receipt: AzureMessage.makeReceipt())
        messages[message.id] = message
        queue(message)
        if let expires = message.expires {
            expiries.insert(Ticket(time: expires, number: message.number, id: message.id, receipt: ""))
        }
        return message
    }

    /// Takes the next messages, and hides them for a while.
    mutating func receive(_ maximum: Int, now: Date, hiddenFor delay: Int) -> [AzureMessage] {
        nextVisible(maximum, now: now).compactMap { ticket in
            hide(ticket.id, now: now, for: delay) { $0.dequeueCount += 1 }
        }
    }

    /// Looks at the next messages.
    mutating func peek(_ maximum: Int, now: Date) -> [AzureMessage] {
        let tickets = nextVisible(maximum, now: now)
        for ticket in tickets { visibilities.insert(ticket) }
        return tickets.compactMap { messages[$0.id] }
    }

    /// Hides a message for a while, and changes its text unless that is nil.
    mutating func update(
        _ id: String, receipt: String, text: String?, now: Date, hiddenFor delay: Int
    ) throws(AzureRefusal) -> AzureMessage {
        try check(id, receipt: receipt, now: now)
        guard let message = hide(id, now: now, for: delay, { $0.text = text ?? $0.text }) else {
            throw .messageNotFound
        }
        return message
    }

    mutating func remove(_ id: String, receipt: String, now: Date) throws(AzureRefusal) {
        try check(id, receipt: receipt, now: now)
        messages[id] = nil
        compact()
    }

    // MARK: Tickets

    private mutating func check(_ id: String, receipt: String, now: Date) throws(AzureRefusal) {
        dropExpired(now)
        guard let message = messages[id] else { throw .messageNotFound }
        guard message.receipt == receipt else { throw .receiptMismatch }
    }

    private mutating func hide(
        _ id: String, now: Date, for delay: Int, _ change: (inout AzureMessage) -> Void
    ) -> AzureMessage? {
        guard let index = messages.index(forKey: id) else { return nil }
        change(&messages.values[index])
        messages.values[index].visible = now.addingTimeInterval(TimeInterval(delay))
        messages.values[index].receipt = AzureMessage.makeReceipt()
        let message = messages.values[index]
        queue(message)
        return message
    }

    private mutating func queue(_ message: AzureMessage) {
        visibilities.insert(
            Ticket(time: message.visible, number: message.number, id: message.id, receipt: message.receipt))
        compact()
    }

    /// Takes the tickets of the next messages that can be received.
    private mutating func nextVisible(_ maximum: Int, now: Date) -> [Ticket] {
        dropExpired(now)
        var tickets: [Ticket] = []
        while tickets.count < maximum, let first = visibilities.first, first.time <= now {
            _ = visibilities.popFirst()
            if isGood(first) { tickets.append(first) }
        }
        return tickets
    }

    private func isGood(_ ticket: Ticket) -> Bool { messages[ticket.id]?.receipt == ticket.receipt }

    private mutating func dropExpired(_ now: Date) {
        while let first = expiries.first, first.time <= now {
            _ = expiries.popFirst()
            messages[first.id] = nil
        }
    }

    /// Makes the heaps anew when most of what is in them means nothing any more.
    private mutating func compact() {
        let limit = 2 * messages.count + 64
        if visibilities.count > limit {
            visibilities = AzureHeap(
                messages.values.map { Ticket(time: $0.visible, number: $0.number, id: $0.id, receipt: $0.receipt) })
        }
        if expiries.count > limit {
            expiries = AzureHeap(
                messages.values.compactMap { message in
                    message.expires.map { Ticket(time: $0, number: message.number, id: message.id, receipt: "") }
                })
        }
    }
}
