#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs the jobs of a thread in a loop, so that nested work does not exhaust the stack.
///
/// The first call on a thread starts the loop and returns when no jobs are left.
@usableFromInline
final class Trampoline {
    private typealias Timed = (due: ContinuousClock.Instant, scope: Scope, job: () -> Void)

    private var jobs = Fifo<() -> Void>()
    private var timed: [Timed] = []
    private var garbage: [Any] = []

    /// The address of a variable of the loop.
    private var base: UInt = 0

    /// The number of jobs that wait because much of the stack was in use.
    private var delayedJobs = 0

    /// The number of bytes of the stack that nested jobs may use.
    ///
    /// By default, the stack of a thread has at least 512 KB, or 128 KB with Musl.
    private static var depthLimit: UInt {
        #if canImport(Musl)
            16 * 1_024
        #else
            64 * 1_024
        #endif
    }

    /// Runs `job` immediately or, from within another job on this thread, after that job.
    @usableFromInline
    static func run(_ job: @escaping () -> Void) {
        let job = ThreadLocal.bindings.map { bindings in { bindings.run(job) } } ?? job
        onCurrent { $0.jobs.append(job) }
    }

    /// Runs `job` immediately or, from within another job that has used much of the stack, after that job.
    @usableFromInline
    static func nest(_ job: @escaping () -> Void) {
        guard !runIfShallow(job), let current = ThreadLocal.trampoline else { return }
        current.delayedJobs += 1
        run {
            current.delayedJobs -= 1
            job()
        }
    }

    /// Runs `job` immediately, unless much of the stack is in use or other jobs wait for that reason.
    ///
    /// - Returns: `true` if the job ran; otherwise, `false`.
    @usableFromInline
    static func runIfShallow(_ job: () -> Void) -> Bool {
        guard let current = ThreadLocal.trampoline else {
            Trampoline().serve(first: job)
            return true
        }
        guard current.delayedJobs == 0, !current.isDeep else { return false }
        job()
        return true
    }

    /// Runs `job` on this thread at `due`, after all current jobs.
    ///
    /// Blocks the thread until then.
    static func run(at due: ContinuousClock.Instant, unless scope: Scope, _ job: @escaping () -> Void) {
        onCurrent { trampoline in
            let index = trampoline.timed.firstIndex { $0.due > due } ?? trampoline.timed.endIndex
            trampoline.timed.insert((due, scope, job), at: index)
        }
    }

    /// Releases `object` immediately or, from within a job or another release that has used much of the stack, afterward.
    ///
    /// A long chain of objects is therefore not released recursively.
    @usableFromInline
    static func release(_ object: consuming Any) {
        // The object is passed as a consumed parameter instead of being captured, so that the trampoline holds the only
        // reference when it releases the object.
        if let current = ThreadLocal.trampoline {
            if current.isDeep { current.garbage.append(object) }
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

    private func serve(first job: () -> Void = {}) {
        base = Self.stackAddress
        ThreadLocal.trampoline = self
        job()
        while step() {}
        ThreadLocal.trampoline = nil
    }

    private var isDeep: Bool {
        // The difference is large as well if a job switches to another stack.
        (Int(bitPattern: base) - Int(bitPattern: Self.stackAddress)).magnitude > Self.depthLimit
    }

    private static var stackAddress: UInt {
        var local: UInt8 = 0
        return withUnsafePointer(to: &local) { UInt(bitPattern: $0) }
    }

    /// Runs the next item: jobs first, then releases, then the next timed job.
    private func step() -> Bool {
        if let job = jobs.popFirst() {
            job()
        } else if let object = garbage.popLast() {
            // Otherwise, the optimizer could release the object during the access to `garbage`, to which its deinitializer
            // appends.
            withExtendedLifetime(object) {}
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
            // The trampoline occupies this thread until its work is finished, so blocking the thread delays no other
            // work.
            usleep(UInt32(min(max(microseconds.rounded(.up), 1), 999_999)))
        }
    }
}

/// Thread-local state.
enum ThreadLocal {
    /// The trampoline that is running on this thread, if any.
    static var trampoline: Trampoline? {
        get { object(for: key) }
        set { set(newValue, for: key) }
    }

    /// The queues blocked by this thread while it subscribes in `wait(timeout:)`.
    enum BlockedQueues: Int {
        case none = 0
        case current = 1
        case currentAndMain = 2
    }

    static var blockedQueues: BlockedQueues {
        get { BlockedQueues(rawValue: Int(bitPattern: pthread_getspecific(blockedQueuesKey))) ?? .none }
        set { pthread_setspecific(blockedQueuesKey, UnsafeRawPointer(bitPattern: newValue.rawValue)) }
    }

    /// The scope whose error is being passed to a closure on this thread.
    static var failing: Scope? {
        get { object(for: failingKey) }
        set { set(newValue, for: failingKey) }
    }

    /// The task-local values that a context has bound on this thread.
    static var bindings: TaskLocalBindings? {
        get { object(for: bindingsKey) }
        set { set(newValue, for: bindingsKey) }
    }

    /// Whether an instrument is being called on this thread, so that new subscriptions are not instrumented.
    static var isInInstrument: Bool {
        get { pthread_getspecific(instrumentKey) != nil }
        set { pthread_setspecific(instrumentKey, newValue ? UnsafeRawPointer(bitPattern: 1) : nil) }
    }

    /// The innermost subscription in tail position on this thread.
    static var tailSubscription: UnsafeMutablePointer<TailSubscription.Frame>? {
        get { pthread_getspecific(tailKey)?.assumingMemoryBound(to: TailSubscription.Frame.self) }
        set { pthread_setspecific(tailKey, newValue) }
    }

    private static let key = makeKey()
    private static let tailKey = makeKey()
    private static let blockedQueuesKey = makeKey()
    private static let failingKey = makeKey()
    private static let bindingsKey = makeKey()
    private static let instrumentKey = makeKey()

    @inline(__always)
    private static func object<Object: AnyObject>(for key: pthread_key_t) -> Object? {
        pthread_getspecific(key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Stores an unretained reference: the caller keeps the object alive until it resets the value.
    @inline(__always)
    private static func set(_ object: (some AnyObject)?, for key: pthread_key_t) {
        pthread_setspecific(key, object.map { Unmanaged.passUnretained($0).toOpaque() })
    }

    private static func makeKey() -> pthread_key_t {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "pthread_key_create failed with \(status)")
        return key
    }
}
