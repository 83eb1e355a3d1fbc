#if os(Linux)
    internal import Rill

    /// The closures of subscribers that are due: deliveries of events, calls that read a request body, and the release of
    /// objects whose deinitializers can run code of a subscriber.
    ///
    /// The engine runs them between two rounds of libcurl, never inside of libcurl's callbacks.
    final class CurlJobs {
        enum Job {
            case deliver(CurlExchange)
            case perform(@Sendable () -> Void)
            case release([AnyObject])

            func run() {
                switch self {
                case .deliver(let exchange): exchange.deliver()
                case .perform(let closure): closure()
                case .release: break
                }
            }
        }

        private var jobs = Fifo<Job>()
        private var released: [AnyObject] = []

        /// The exchanges that have buffered body data in the current iteration of the loop.
        private var buffering: [CurlSlot] = []

        func add(_ job: Job) {
            jobs.append(job)
        }

        /// Adds an object that is released after all jobs.
        func release(_ object: AnyObject) {
            released.append(object)
        }

        /// Adds an exchange that has started to buffer body data, and must flush it at the end of the iteration.
        func addBuffering(_ slot: CurlSlot) {
            buffering.append(slot)
        }

        /// Flushes the buffered data of all exchanges, which adds deliveries.
        func flushBuffers() {
            guard !buffering.isEmpty else { return }
            for slot in buffering { slot.flushBody() }
            buffering.removeAll(keepingCapacity: true)
        }

        /// Whether no closure is due.
        ///
        /// Objects that are to be released do not count.
        var isEmpty: Bool { jobs.isEmpty }

        /// Removes and returns the next job, of which no reference is kept.
        func popFirst() -> Job? {
            if let job = jobs.popFirst() { return job }
            guard !released.isEmpty else { return nil }
            defer { released = [] }
            return .release(released)
        }
    }
#endif
