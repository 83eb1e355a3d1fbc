/// The pending messages of a drain loop.
@usableFromInline
final class Mailbox<Message: Sendable>: @unchecked Sendable {  // guarded by `lock`
    @usableFromInline let lock = Lock()

    /// The messages that were taken out of `waiting` earlier, of which those from `position` on are pending.
    @usableFromInline var interrupted: [Message] = []
    @usableFromInline var position = 0

    /// The messages that have been enqueued since.
    @usableFromInline var waiting: [Message] = []

    /// The thread that has sent messages since the delivering thread last took pending ones, `several` threads, or
    /// `none`.
    @usableFromInline var sender = ThreadID.none

    /// Whether the subscriber's scope stores a closure that resumes the loop.
    @usableFromInline var isAwaited = false

    @usableFromInline
    init() {}

    @inlinable
    var count: Int { interrupted.count - position + waiting.count }

    /// Records the sender of a message.
    @inlinable
    func note(_ thread: ThreadID) {
        sender = sender == .none || sender == thread ? thread : .several
    }
}

/// Messages that have been taken out of a queue.
@usableFromInline
struct Batch<Message> {
    @usableFromInline let messages: [Message]

    /// The indices of the messages to deliver.
    @usableFromInline let range: Range<Int>

    /// The number of pending messages after the range.
    @usableFromInline let laterCount: Int

    @inlinable
    init(messages: [Message], range: Range<Int>, laterCount: Int) {
        self.messages = messages
        self.range = range
        self.laterCount = laterCount
    }

    /// The number of pending messages if the first one is the message at an index.
    @inlinable
    func pendingCount(from index: Int) -> Int { range.upperBound - index + laterCount }
}
