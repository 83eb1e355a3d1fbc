#if os(Linux)
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

        private var jobs: [Job?] = []
        private var position = 0
        private var released: [AnyObject] = []

        func add(_ job: Job) {
            jobs.append(job)
        }

        /// Adds an object that is released after all jobs.
        func release(_ object: AnyObject) {
            released.append(object)
        }

        /// Whether no closure is due.
        ///
        /// Objects that are to be released do not count.
        var isEmpty: Bool { position == jobs.count }

        /// Removes and returns the next job, of which no reference is kept.
        func popFirst() -> Job? {
            guard !isEmpty else {
                guard !released.isEmpty else { return nil }
                defer { released = [] }
                return .release(released)
            }
            defer {
                position += 1
                if position == jobs.count {
                    jobs.removeAll(keepingCapacity: true)
                    position = 0
                }
            }
            return jobs[position].take()
        }
    }
#endif
