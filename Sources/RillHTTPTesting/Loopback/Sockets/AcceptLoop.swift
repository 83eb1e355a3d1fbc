internal import RillSystem

/// Accepts connections, starts a thread for each, and joins the threads that have ended.
struct AcceptLoop: Sendable {
    let listener: Listener
    let context: ServerContext
    let handler: LoopbackServer.Handler

    /// Runs until the server stops.
    ///
    /// Joins all connection threads before it returns.
    func run() {
        var threads: [Int: NativeThread] = [:]
        while waitForRoom(among: &threads) {
            let happened = Poll.wait([
                context.stop.pollEntry, Poll.Entry(descriptor: listener.descriptor, events: POLLIN),
            ])
            guard happened[0] == 0 else { break }
            do {
                guard let socket = try listener.accept(sendBufferSize: context.options.sendBufferSize) else { continue }
                let number = context.record.update { $0.open(limit: context.options.maximumRecordedRequests) }
                threads[number] = try start(number, socket)
            } catch {
                // The process has run out of descriptors or threads. Retry after giving other code time to release
                // some.
                _ = Poll.wait([context.stop.pollEntry], until: .now + .milliseconds(10))
            }
        }
        for thread in threads.values { thread.join() }
        listener.removeFile()
    }

    /// Joins the threads that have ended, and waits while the maximum number of threads is running.
    ///
    /// Returns `false` if the server stops.
    private func waitForRoom(among threads: inout [Int: NativeThread]) -> Bool {
        let limit = max(context.options.maximumConnections, 1)
        while true {
            let isFull = threads.count >= limit
            let finished =
                context.record.wait { record -> [Int]? in
                    guard context.stop.isOpen || !record.finishedConnections.isEmpty || !isFull else { return nil }
                    defer { record.finishedConnections = [] }
                    return record.finishedConnections
                } ?? []
            for number in finished { threads.removeValue(forKey: number)?.join() }
            if context.stop.isOpen { return false }
            if threads.count < limit { return true }
        }
    }

    private func start(_ number: Int, _ socket: Descriptor) throws -> NativeThread {
        do {
            return try NativeThread.start {
                context.record.update { $0.threads.append(.current) }
                let stream = ConnectionStream(socket: socket, stop: context.stop)
                ConnectionLoop(number: number, stream: stream, context: context, handler: handler).run()
                context.record.update { record in
                    record.threads.removeAll(where: \.isCurrent)
                    record.finishedConnections.append(number)
                }
            }
        } catch {
            context.record.update { $0.end(number, .byServer) }
            throw error
        }
    }
}
