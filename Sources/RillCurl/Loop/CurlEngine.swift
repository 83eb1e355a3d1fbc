#if os(Linux)
    internal import CRillCurl
    internal import RillHTTPTypes

    /// The event loop of a loop's thread, and the only code that uses the libcurl handles.
    final class CurlEngine: @unchecked Sendable {  // used only by the leader of its threads
        /// The maximum number of easy handles kept for reuse.
        private static let idleLimit = 64

        private let mailbox: CurlMailbox
        private let multi: UnsafeMutableRawPointer
        private let poller: OpaquePointer
        private let options: TransportOptions
        private let clock: CurlClock
        private let jobs = CurlJobs()
        private var commands: [CurlMailbox.Command] = []

        private let cache = CurlFieldCache()

        /// Whether all exchanges have ended and all handles have been freed.
        private var hasEnded = false

        /// The number of iterations until the time limits are checked, or 0 if no check is due.
        private var roundsUntilCheck = 0

        /// A canceled exchange whose connection is kept for a small rest of the response.
        private struct Draining {
            /// The time at which the connection is closed.
            ///
            /// The clock of the transport's options may be virtual, so the time is the system's.
            let end: ContinuousClock.Instant

            /// The exchange with the same server that starts when this one has ended.
            ///
            /// It is running for its time limits.
            var next: CurlSlot?
        }

        private var draining: [UnsafeMutableRawPointer: Draining] = [:]

        @exclusivity(unchecked) private var running: [UnsafeMutableRawPointer: CurlSlot] = [:]
        private var idle: [CurlSlot] = []

        /// Whether the thread that started the loop does not block `SIGPIPE`.
        private let deliversPipeSignals = ccurl_is_sigpipe_blocked() == 0

        init(mailbox: CurlMailbox, multi: UnsafeMutableRawPointer, poller: OpaquePointer, options: TransportOptions) {
            self.mailbox = mailbox
            self.multi = multi
            self.poller = poller
            self.options = options
            clock = CurlClock(options, mailbox: mailbox)
            if let limit = options.maximumConnectionsPerHost {
                ccurl_multi_set_long(multi, CCURL_MULTI_OPT_MAX_HOST_CONNECTIONS, limit)
            }
            if let limit = options.maximumConnections {
                ccurl_multi_set_long(multi, CCURL_MULTI_OPT_MAX_TOTAL_CONNECTIONS, limit)
            }
        }

        /// Runs until the mailbox is closed, then fails all exchanges and frees all handles.
        ///
        /// - Returns: `true` at the end, or `false` if another thread continues, because a closure has taken long.
        func run(_ threads: CurlThreads) -> Bool {
            while runJobs(threads) {
                if hasEnded { return true }
                let error = wait()
                clock.updateNow()
                // Before libcurl processes events, so that exchanges canceled by now are not started.
                switch mailbox.drain(into: &commands) {
                case .freeze: CurlExit.halt(mailbox)
                case .end:
                    shutDown()
                    continue
                case .work: break
                }
                for command in commands {
                    execute(command)
                }
                commands.removeAll(keepingCapacity: true)
                jobs.flushBuffers()
                processEvents(after: error)
                if !draining.isEmpty { closeOverdue() }
            }
            return false
        }

        /// Runs the closures of subscribers that are due.
        ///
        /// - Returns: Whether the calling thread is still the leader.
        private func runJobs(_ threads: CurlThreads) -> Bool {
            var job = jobs.popFirst()
            guard job != nil else { return true }
            // A closure that writes to a closed pipe ends the process, but a connection that the server has closed does not.
            if deliversPipeSignals { ccurl_unblock_sigpipe() }
            defer { if deliversPipeSignals { ccurl_block_sigpipe() } }
            while job != nil {
                let hasOthers = !running.isEmpty || !jobs.isEmpty
                let isLeader = threads.run(
                    {
                        // The last reference to an object of a subscriber is released here, too.
                        job.take()?.run()
                    }, isWatched: { hasOthers || mailbox.hasWork })
                // A closure can fork the process. The handles belong to the parent process.
                if mailbox.isForked { CurlExit.pauseForever() }
                guard isLeader else { return false }
                job = jobs.popFirst()
            }
            return true
        }

        /// Waits for network events, a command, or the timer.
        ///
        /// Returns 0 or the `errno` of a failed wait.
        private func wait() -> Int32 {
            if roundsUntilCheck > 0 { return 0 }  // `processEvents` looks for events
            return ccurl_poller_wait(poller, mailbox.beginWait() ? drainWait : 0)
        }

        private func processEvents(after waitError: Int32) {
            var error = waitError
            // Data that has arrived is read before time limits are checked, also if the process was stopped meanwhile.
            if roundsUntilCheck > 0, error == 0 { error = ccurl_poller_wait(poller, 0) }
            let status = ccurl_poller_process(poller)
            jobs.flushBuffers()
            finishEnded()
            if roundsUntilCheck > 0 {
                roundsUntilCheck = ccurl_poller_has_more(poller) == 0 ? 0 : roundsUntilCheck - 1
                if roundsUntilCheck == 0 {
                    clock.endTimedOut(Array(running.values)) { finish($0, with: $1) }
                }
            }
            if error != 0 || status != 0 {  // memory or file descriptors are exhausted
                let message = "the libcurl event loop failed (errno \(error), libcurl code \(status))"
                endAll(TransportError(.other, message))
            }
        }

        // MARK: Commands

        private func execute(_ command: CurlMailbox.Command) {
            switch command {
            case .start(let transfer):
                start(transfer)
            case .resume(let transfer):
                guard let easy = transfer.easy, let slot = running[easy] else { return jobs.release(transfer) }
                if let failure = slot.upload?.failure { return finish(slot, with: .failed(failure)) }
                let code = slot.resume()
                // `finishEnded` does not report failures of callbacks that run during this call.
                // CURLE_BAD_FUNCTION_ARGUMENT (43) means that the exchange has no connection yet; it starts unpaused.
                if code != 0, code != 43 {
                    finish(slot, with: slot.result(of: code))
                }
            case .cancel(let transfer):
                guard let easy = transfer.easy, let slot = running[easy] else { return jobs.release(transfer) }
                if slot.canDrain {
                    draining[easy] = Draining(end: .now + options.drainTime)
                } else {
                    remove(slot)
                }
            case .deliver(let exchange):
                jobs.add(.deliver(exchange))
            case .check:
                // Enough to read from each connection once. More data may always follow.
                if roundsUntilCheck == 0 { roundsUntilCheck = running.count / Int(CCURL_POLLER_BATCH) + 2 }
            }
        }

        private func start(_ transfer: CurlTransfer) {
            guard !transfer.isFinished else { return jobs.release(transfer) }
            transfer.jobs = jobs
            guard let slot = idle.popLast() ?? CurlSlot(cache: cache, options: options, poller: poller, clock: clock)
            else { return end(transfer, with: .failed(.outOfMemory)) }
            do throws(TransportError) {
                try slot.prepare(transfer)
            } catch {
                slot.clear()
                return end(transfer, with: .failed(error))
            }
            running[slot.easy] = slot
            clock.watch(slot)
            if !waitForConnection(slot) { begin(slot) }
        }

        private func begin(_ slot: CurlSlot) {
            // A large buffer saves system calls. Older versions of libcurl allocate it for each exchange.
            ccurl_easy_set_long(slot.easy, CCURL_OPT_BUFFERSIZE, (running.count > 128 ? 16 : 64) * 1024)
            if ccurl_multi_add(multi, slot.easy) != 0 { finish(slot, with: .failed(.outOfMemory)) }
        }

        // MARK: Canceled exchanges

        /// Postpones an exchange if the connection of a canceled one with the same server will soon be available.
        ///
        /// At most one exchange waits for each connection, and none for a response that may continue indefinitely.
        private func waitForConnection(_ slot: CurlSlot) -> Bool {
            let found = draining.first { easy, entry in
                guard entry.next == nil, let canceled = running[easy], canceled.missingBytes != nil,
                    let request = slot.transfer?.request
                else { return false }
                return canceled.transfer?.request.hasSameServer(as: request) == true
            }
            guard let easy = found?.key else { return false }
            draining[easy]?.next = slot
            return true
        }

        /// The time in milliseconds until the connection of a canceled exchange must be closed, or -1 if there is none.
        private var drainWait: Int64 {
            guard let end = draining.values.map(\.end).min() else { return -1 }
            return max(0, Int64((end - .now) / .milliseconds(1)) + 1)
        }

        /// Closes the connections of canceled exchanges that take too long.
        private func closeOverdue() {
            let now = ContinuousClock.now
            for (easy, entry) in draining where entry.end <= now {
                if let slot = running[easy] { remove(slot) }
            }
        }

        // MARK: Completion

        private func finishEnded() {
            var code: Int32 = 0
            while let easy = ccurl_multi_next_ended(multi, &code) {
                guard let slot = running[easy] else { continue }
                if slot.shouldRetry(after: code) {
                    ccurl_multi_remove(multi, easy)
                    if slot.prepareRetry(after: code), ccurl_multi_add(multi, easy) == 0 { continue }
                }
                ccurl_poller_did_end(poller, easy)
                finish(slot, with: slot.result(of: code), keepsHandle: code == 0 && !slot.wasResent)
            }
        }

        private func finish(_ slot: CurlSlot, with result: CurlResult, keepsHandle: Bool = false) {
            slot.flushBody()
            slot.deliverMetrics(hasEnded: true)
            let transfer = slot.transfer
            remove(slot, keepsHandle: keepsHandle)
            if let transfer { end(transfer, with: result) }
        }

        private func end(_ transfer: CurlTransfer, with result: CurlResult) {
            if let handler = transfer.end(result) { jobs.release(handler) }
            jobs.release(transfer)
        }

        /// Removes an exchange, and starts the one that waits for its connection.
        ///
        /// If it has not ended, its connection over HTTP/1 is closed. The handle is used again if libcurl keeps nothing of the
        /// exchange: it would deliver data of a paused response as a part of the next one, and limits resends of a handle.
        private func remove(_ slot: CurlSlot, keepsHandle: Bool = false) {
            guard running.removeValue(forKey: slot.easy) != nil else { return }
            let keepsHandle = keepsHandle || slot.keepsNothing
            ccurl_multi_remove(multi, slot.easy)
            for (easy, entry) in draining where entry.next === slot { draining[easy]?.next = nil }
            let next = draining.removeValue(forKey: slot.easy)?.next
            if let transfer = slot.transfer { jobs.release(transfer) }
            if let upload = slot.upload { jobs.release(upload) }
            slot.clear()
            if keepsHandle, idle.count < Self.idleLimit { idle.append(slot) }
            if let next { begin(next) }
        }

        private func endAll(_ failure: TransportError) {
            for slot in Array(running.values) {
                finish(slot, with: .failed(failure))
            }
        }

        private func shutDown() {
            for command in commands {
                switch command {
                case .start(let transfer):
                    transfer.jobs = jobs
                    end(transfer, with: .failed(CurlMailbox.closed))
                case .deliver(let exchange): jobs.add(.deliver(exchange))
                case .resume(let transfer), .cancel(let transfer): jobs.release(transfer)
                case .check: break
                }
            }
            commands = []
            endAll(CurlMailbox.closed)
            hasEnded = true
            idle = []
            mailbox.detach()
            ccurl_multi_cleanup(multi)
            ccurl_poller_free(poller)
        }
    }

    extension TransportError {
        /// The failure when libcurl cannot allocate or configure a handle.
        static let outOfMemory = TransportError(.other, "libcurl is out of memory (libcurl code 27)")
    }
#endif
