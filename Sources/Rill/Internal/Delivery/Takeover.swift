#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The wait of a thread that offers its work to another thread.
///
/// One of the two threads must wait, because no event may be pending when all calls have returned. The thread that offers
/// its work waits, because it is between two deliveries. A thread that sends an event cannot wait for the end of a
/// delivery, because the delivery may be waiting for that thread.
///
/// The thread polls, so that the thread that takes over does not need a system call to notify it.
enum Takeover {
    /// Waits some milliseconds, so that a thread that sends every few milliseconds or more often takes over.
    ///
    /// Nothing is delivered in the meantime, because a thread that finds a delivery in progress can only enqueue its
    /// message. The wait ends in any case, because it is not known whether another message will be sent.
    ///
    /// - Parameter isOffered: A closure that returns whether no thread has taken over yet.
    static func wait(while isOffered: () -> Bool) {
        for attempt in 0..<64 {
            guard isOffered() else { return }
            pause(attempt)
        }
    }

    /// Lets other threads run: first yields the processor, and after several attempts sleeps, so that a thread with a
    /// lower priority can run, too.
    static func pause(_ attempt: Int) {
        if attempt < 16 { sched_yield() } else { usleep(100) }
    }
}

/// The identity of a running thread.
@usableFromInline
struct ThreadID: Equatable, Sendable {
    @usableFromInline let value: UInt

    @inlinable static var none: ThreadID { ThreadID(value: 0) }
    @inlinable static var several: ThreadID { ThreadID(value: 1) }

    @inlinable
    init(value: UInt) {
        self.value = value
    }

    @inlinable
    static func == (one: ThreadID, other: ThreadID) -> Bool { one.value == other.value }

    @usableFromInline
    static var current: ThreadID {
        #if canImport(Darwin)
            ThreadID(value: UInt(bitPattern: pthread_self()))
        #else
            ThreadID(value: UInt(pthread_self()))
        #endif
    }
}
