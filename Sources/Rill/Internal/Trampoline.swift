#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Work of one thread that waits until the work under way has returned, so that nesting becomes a loop.
///
/// The first `run` on a thread starts the loop and returns when nothing is left; a `run` inside it only queues.
@usableFromInline
final class Trampoline {
    private typealias Timed = (due: ContinuousClock.Instant, scope: Scope, job: () -> Void)

    private var jobs: [() -> Void] = []
    private var position = 0
    private var timed: [Timed] = []
    private var garbage: [Any] = []

    /// Runs `job` now, or, inside another job on this thread, after it.
    @usableFromInline
    static func run(_ job: @escaping () -> Void) {
        onCurrent { $0.jobs.append(job) }
    }

    /// Runs `job` on this thread at `due`, after the jobs under way; blocks the thread until then.
    static func run(at due: ContinuousClock.Instant, unless scope: Scope, _ job: @escaping () -> Void) {
        onCurrent { trampoline in
            let place = trampoline.timed.firstIndex { $0.due > due } ?? trampoline.timed.endIndex
            trampoline.timed.insert((due, scope, job), at: place)
        }
    }

    /// Releases `object` now, or, inside a job or another release on this thread, after it: a long chain of objects that
    /// own each other goes link by link instead of by recursion.
    @usableFromInline
    static func release(_ object: consuming Any) {
        // Handed over, not captured: nobody but the trampoline may hold it when it goes.
        if let current = ThreadLocal.trampoline {
            current.garbage.append(object)
        } else {
            let trampoline = Trampoline()
            trampoline.garbage.append(object)
            trampoline.serve()
        }
    }

    private static func onCurrent(_ queue: (Trampoline) -> Void) {
        if let current = ThreadLocal.trampoline { return queue(current) }
        let trampoline = Trampoline()
        queue(trampoline)
        trampoline.serve()
    }

    private func serve() {
        ThreadLocal.trampoline = self
        while step() {}
        ThreadLocal.trampoline = nil
    }

    /// Does one thing that waits: jobs first, then what is to be released, then the timed job that is due next.
    private func step() -> Bool {
        if position < jobs.count {
            let job = jobs[position]
            position += 1
            if position == jobs.count {
                jobs.removeAll(keepingCapacity: true)
                position = 0
            }
            job()
        } else if !garbage.isEmpty {
            _ = garbage.removeLast()
        } else if !timed.isEmpty {
            let (due, scope, job) = timed.removeFirst()
            if !scope.isStopped {
                block(until: due)
                job()
            }
        } else {
            return false
        }
        return true
    }

    private func block(until due: ContinuousClock.Instant) {
        while case let left = due - .now, left > .zero {
            let microseconds = left / .microseconds(1)
            usleep(UInt32(min(max(microseconds.rounded(.up), 1), 999_999)))
        }
    }
}

/// What belongs to the current thread alone.
enum ThreadLocal {
    /// The trampoline that runs on this thread, if one does.
    static var trampoline: Trampoline? {
        get {
            pthread_getspecific(key).map { Unmanaged<Trampoline>.fromOpaque($0).takeUnretainedValue() }
        }
        set {
            // Not counted: whoever sets it holds it until it is set to nil again.
            pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() })
        }
    }

    /// What this thread blocks, while it subscribes in order to wait for the end.
    enum Waiting: Int {
        case nothing = 0
        case itsOwnQueue = 1
        case itsOwnAndTheMainQueue = 2
    }

    static var waiting: Waiting {
        get { Waiting(rawValue: Int(bitPattern: pthread_getspecific(waitingKey))) ?? .nothing }
        set { pthread_setspecific(waitingKey, UnsafeRawPointer(bitPattern: newValue.rawValue)) }
    }

    /// The scope whose error is being handed to a closure on this thread.
    static var failing: Scope? {
        get {
            pthread_getspecific(failingKey).map { Unmanaged<Scope>.fromOpaque($0).takeUnretainedValue() }
        }
        set {
            // Not counted: whoever sets it holds it until it sets it back.
            pthread_setspecific(failingKey, newValue.map { Unmanaged.passUnretained($0).toOpaque() })
        }
    }

    /// The innermost subscription in tail position on this thread.
    static var tailSubscription: UnsafeMutablePointer<TailSubscription.Frame>? {
        get { pthread_getspecific(tailKey)?.assumingMemoryBound(to: TailSubscription.Frame.self) }
        set { pthread_setspecific(tailKey, newValue) }
    }

    private static let key = makeKey()
    private static let tailKey = makeKey()
    private static let waitingKey = makeKey()
    private static let failingKey = makeKey()

    private static func makeKey() -> pthread_key_t {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "pthread_key_create failed with \(status)")
        return key
    }
}
