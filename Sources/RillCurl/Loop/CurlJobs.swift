#if os(Linux)
    /// The closures of subscribers that are due: deliveries of events, and calls that read a request body.
    ///
    /// The engine runs them between two rounds of libcurl, never inside of libcurl's callbacks.
    final class CurlJobs {
        enum Job {
            case deliver(CurlExchange)
            case perform(@Sendable () -> Void)
        }

        private var jobs: [Job] = []
        private var position = 0

        func add(_ job: Job) {
            jobs.append(job)
        }

        var isEmpty: Bool { position == jobs.count }

        func popFirst() -> Job? {
            guard !isEmpty else { return nil }
            defer {
                position += 1
                if position == jobs.count {
                    jobs.removeAll(keepingCapacity: true)
                    position = 0
                }
            }
            return jobs[position]
        }
    }
#endif
