internal import Foundation
internal import Rill

/// The messages of a queue, ordered by the date when they become visible.
///
/// Two heaps contain the next visible and the next expiring messages, so that no operation visits all messages.
struct AzureMessageQueue: Sendable {
    /// An entry in a heap.
    ///
    /// An entry is outdated if the message has a newer receipt or has been deleted.
    private struct Entry: HeapElement, Sendable {
        let time: Date
        let number: Int
        let id: String
        let receipt: String

        func precedes(_ other: Self) -> Bool { time == other.time ? number < other.number : time < other.time }
    }

    private var messages: [String: AzureMessage] = [:]
    private var visibilities = Heap<Entry>()
    private var expiries = Heap<Entry>()
    private var lastNumber = 0

    // MARK: All messages

    /// Returns the number of messages, including invisible ones.
    mutating func count(now: Date) -> Int {
        dropExpired(now)
        return messages.count
    }

    mutating func clear() {
        messages = [:]
        visibilities = Heap()
        expiries = Heap()
    }

    // MARK: Operations

    /// Adds a message.
    ///
    /// - Parameters:
    ///   - text: The message text.
    ///   - now: The current date.
    ///   - delay: The initial visibility timeout in seconds.
    ///   - lifetime: The time to live in seconds, or `nil` for no expiration.
    /// - Returns: The message.
    mutating func put(
        _ text: String, now: Date, visibilityTimeout delay: Int, timeToLive lifetime: Int?
    ) -> AzureMessage {
        dropExpired(now)
        lastNumber += 1
        let message = AzureMessage(
            id: UUID().uuidString.lowercased(), inserted: now,
            expires: lifetime.map { now.addingTimeInterval(TimeInterval($0)) }, number: lastNumber, text: text,
            visible: now.addingTimeInterval(TimeInterval(delay)), receipt: AzureMessage.makeReceipt())
        messages[message.id] = message
        schedule(message)
        if let expiry = Self.expiry(of: message) { expiries.insert(expiry) }
        return message
    }

    /// Receives the next visible messages, and makes them invisible.
    mutating func receive(_ maximum: Int, now: Date, visibilityTimeout delay: Int) -> [AzureMessage] {
        nextVisible(maximum, now: now).compactMap { entry in
            try? hide(entry.id, now: now, for: delay) { $0.dequeueCount += 1 }
        }
    }

    /// Returns the next visible messages without receiving them.
    mutating func peek(_ maximum: Int, now: Date) -> [AzureMessage] {
        let entries = nextVisible(maximum, now: now)
        for entry in entries { visibilities.insert(entry) }
        return entries.compactMap { messages[$0.id] }
    }

    /// Updates the visibility timeout of a message, and its text unless `text` is `nil`.
    mutating func update(
        _ id: String, receipt: String, text: String?, now: Date, visibilityTimeout delay: Int
    ) throws -> AzureMessage {
        try check(id, receipt: receipt, now: now)
        return try hide(id, now: now, for: delay) { $0.text = text ?? $0.text }
    }

    mutating func remove(_ id: String, receipt: String, now: Date) throws {
        try check(id, receipt: receipt, now: now)
        messages[id] = nil
        compact()
    }

    // MARK: Heaps

    private mutating func check(_ id: String, receipt: String, now: Date) throws {
        dropExpired(now)
        guard let message = messages[id] else { throw AzureError("MessageNotFound") }
        guard message.receipt == receipt else { throw AzureError("PopReceiptMismatch") }
    }

    private mutating func hide(
        _ id: String, now: Date, for delay: Int, _ change: (inout AzureMessage) -> Void
    ) throws -> AzureMessage {
        guard var message = messages[id] else { throw AzureError("MessageNotFound") }
        change(&message)
        message.visible = now.addingTimeInterval(TimeInterval(delay))
        message.receipt = AzureMessage.makeReceipt()
        messages[id] = message
        schedule(message)
        return message
    }

    private mutating func schedule(_ message: AzureMessage) {
        visibilities.insert(Self.visibility(of: message))
        compact()
    }

    private static func visibility(of message: AzureMessage) -> Entry {
        Entry(time: message.visible, number: message.number, id: message.id, receipt: message.receipt)
    }

    /// Returns the entry for a message that expires.
    private static func expiry(of message: AzureMessage) -> Entry? {
        message.expires.map { Entry(time: $0, number: message.number, id: message.id, receipt: "") }
    }

    /// Removes and returns the entries of the next visible messages.
    private mutating func nextVisible(_ maximum: Int, now: Date) -> [Entry] {
        dropExpired(now)
        var entries: [Entry] = []
        while entries.count < maximum, let first = visibilities.first, first.time <= now {
            _ = visibilities.popFirst()
            if messages[first.id]?.receipt == first.receipt { entries.append(first) }
        }
        return entries
    }

    private mutating func dropExpired(_ now: Date) {
        while let first = expiries.first, first.time <= now {
            _ = expiries.popFirst()
            messages[first.id] = nil
        }
    }

    /// Rebuilds the heaps when most of their entries are outdated.
    private mutating func compact() {
        let limit = 2 * messages.count + 64
        if visibilities.count > limit { visibilities = Heap(messages.values.map(Self.visibility)) }
        if expiries.count > limit { expiries = Heap(messages.values.compactMap(Self.expiry)) }
    }
}
