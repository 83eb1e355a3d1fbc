#if os(Linux)
    internal import CCurl

    /// What the loop's thread does: it alone touches libcurl's handles.
    final class CurlEngine {
        /// How many handles are kept for later exchanges.
        private static let idleLimit = 64

        private let mailbox: CurlMailbox
        private let multi: UnsafeMutableRawPointer
        private let poller: OpaquePointer
        private let options: TransportOptions
        private let clock: CurlClock
        private let cookies: CurlCookies?
        private let outbox = CurlOutbox()
        private let cache = CurlFieldCache()
        private var isCheckDue = false
        private var hasPassedOver = false

        /// Whether an exchange was started in this turn, and may use an idle connection.
        private var startsExchanges = false

        /// The handlers of exchanges that have ended in this turn: what they hold is let go when the requests that follow
        /// them are on their way.
        private var ended: [any CurlTransferHandler] = []
        @exclusivity(unchecked) private var running: [UnsafeMutableRawPointer: CurlSlot] = [:]
        private var idle: [CurlSlot] = []

        init(mailbox: CurlMailbox, multi: UnsafeMutableRawPointer, poller: OpaquePointer, options: TransportOptions) {
            self.mailbox = mailbox
            self.multi = multi
            self.poller = poller
            self.options = options
            clock = CurlClock(options, mailbox: mailbox)
            cookies = options.keepsCookies ? CurlCookies() : nil
            if let limit = options.maximumConnectionsPerHost {
                ccurl_multi_set_long(multi, CCURL_MULTI_OPT_MAX_HOST_CONNECTIONS, limit)
            }
            if let limit = options.maximumConnections {
                ccurl_multi_set_long(multi, CCURL_MULTI_OPT_MAX_TOTAL_CONNECTIONS, limit)
            }
        }

        /// Works until the mailbox is closed, then ends all exchanges and lets go of all handles.
        func run() {
            var commands: [CurlMailbox.Command] = []
            while true {
                let error = wait()
                clock.look()
                // Before libcurl acts: what has been given up by now is not begun.
                switch mailbox.take(into: &commands) {
                case .freeze: CurlExit.park(mailbox)
                case .end: return shutDown(pending: commands)
                case .work: break
                }
                for command in commands {
                    carryOut(command)
                }
                if startsExchanges {
                    startsExchanges = false
                    ccurl_poller_close_stale(poller)
                }
                commands.removeAll(keepingCapacity: true)
                outbox.send()
                act(after: error)
            }
        }

        /// Waits for the network, for a command, or until an exchange may be late; returns what kept it from that, or 0.
        private func wait() -> Int32 {
            // What is let go may run code of users: before the thread counts as one that waits.
            if !ended.isEmpty, !mailbox.hasCommands { ended.removeAll(keepingCapacity: true) }
            guard mailbox.mayWait() else {
                // Commands come first, but not twice in a row.
                hasPassedOver.toggle()
                return hasPassedOver ? 0 : ccurl_poller_wait(poller, 0)
            }
            hasPassedOver = false
            let error = ccurl_poller_wait(poller, 1)
            if mailbox.hasWaited() { CurlExit.park(mailbox) }
            return error
        }

        private func act(after error: Int32) {
            let status = ccurl_poller_act(poller)
            outbox.send()
            ended.removeAll(keepingCapacity: true)
            finishEnded()
            if isCheckDue {
                isCheckDue = false
                clock.findLate(among: Array(running.values)) { finish($0, with: .failed($1)) }
            }
            if error != 0 || status != 0 {  // out of memory, or of descriptors
                let message = "libcurl's loop failed (\(error), \(status))"
                endAll(CurlFailure(kind: .other(status), message: message, code: status))
            }
        }

        // MARK: Commands

        private func carryOut(_ command: CurlMailbox.Command) {
            switch command {
            case .start(let transfer):
                start(transfer)
            case .resume(let transfer):
                guard let easy = transfer.easy, let slot = running[easy] else { return }
                slot.willResume()
                let code = ccurl_easy_unpause(easy)
                // What the callbacks refuse here is not told by `finishEnded`.
                // 43 is that of one that has no connection yet: it begins with nothing paused.
                if code != 0, code != 43 {
                    finish(slot, with: slot.result(of: code))
                }
            case .cancel(let transfer):
                guard let easy = transfer.easy, let slot = running[easy] else { return }
                remove(slot)
            case .check:
                isCheckDue = true
            }
        }

        private func start(_ transfer: CurlTransfer) {
            guard !transfer.isOver else { return }
            guard let slot = idle.popLast() ?? CurlSlot(cache: cache, options: options, poller: poller) else {
                transfer.end(.failed(.outOfMemory))
                return
            }
            do throws(CurlFailure) {
                try slot.prepare(transfer, options: options, cookies: cookies, clock: clock, outbox: outbox)
                guard ccurl_multi_add(multi, slot.easy) == 0 else { throw CurlFailure.outOfMemory }
            } catch {
                slot.clear()
                transfer.end(.failed(error))
                return
            }
            running[slot.easy] = slot
            startsExchanges = true
            clock.watch(slot)
        }

        // MARK: Ends

        private func finishEnded() {
            var code: Int32 = 0
            while let easy = ccurl_multi_next_ended(multi, &code) {
                guard let slot = running[easy] else { continue }
                if slot.shouldRetry(after: code) {
                    ccurl_multi_remove(multi, easy)
                    if slot.tryAgain(), ccurl_multi_add(multi, easy) == 0 { continue }
                }
                finish(slot, with: slot.result(of: code))
            }
        }

        private func finish(_ slot: CurlSlot, with result: CurlResult) {
            slot.handOver()
            let transfer = slot.transfer
            remove(slot)
            if let handler = transfer?.end(result) { ended.append(handler) }
        }

        /// Takes an exchange out, and drops its connection if it has not ended.
        private func remove(_ slot: CurlSlot) {
            ccurl_multi_remove(multi, slot.easy)
            running[slot.easy] = nil
            slot.clear()
            if idle.count < Self.idleLimit {
                idle.append(slot)
            }
        }

        private func endAll(_ failure: CurlFailure) {
            for slot in Array(running.values) {
                finish(slot, with: .failed(failure))
            }
        }

        private func shutDown(pending: [CurlMailbox.Command]) {
            for case .start(let transfer) in pending {
                transfer.end(.failed(CurlMailbox.closed))
            }
            endAll(CurlMailbox.closed)
            ended = []
            idle = []
            mailbox.detach()
            ccurl_multi_cleanup(multi)
            ccurl_poller_free(poller)
        }
    }

    extension CurlFailure {
        /// libcurl could not make or fill a handle.
        static let outOfMemory = CurlFailure(kind: .other(27), message: "libcurl is out of memory", code: 27)
    }
#endif
