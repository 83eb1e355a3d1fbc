import RillAzureStorage
import RillScript

/// The actions on queues and messages.
extension RunningAccount {
    func send(_ texts: [String], _ queue: String) async throws {
        try await create(queue)
        let all = texts == ["-"] ? try await Input.standard.lines().filter { !$0.isEmpty }.collected() : texts
        var sent = 0
        let messages = Observable.from(all).flatMap(maxConcurrent: arguments.concurrency) { text in
            queues.send(text, to: queue)
        }
        for try await message in messages.values {
            sent += 1
            if all.count <= 10 { Output.note("sent \(message.id)") }
            progress.show(sent, of: all.count, "messages")
        }
        progress.clear()
        if all.count > 10 { Output.note("sent \(sent.grouped) messages") }
    }

    func receive(_ queue: String) async throws {
        let messages = try await queues.receive(
            from: queue, count: arguments.count, visibilityTimeout: arguments.visibility
        ).firstValue()
        try write(messages.map { MessageRecord($0) })
        guard arguments.deletes else { return }
        for message in messages { try await queues.delete(message, from: queue).firstValue() }
    }

    func peek(_ queue: String) async throws {
        try write(try await queues.peek(at: queue, count: arguments.count).firstValue().map { MessageRecord($0) })
    }

    func count(_ queue: String) async throws {
        let properties = try await queues.properties(ofQueue: queue).firstValue()
        try Output.write("\(properties.approximateMessageCount)\n")
    }

    private func write(_ records: [MessageRecord]) throws {
        if arguments.isJSON { return try Output.write(try JSONOutput.text(of: records)) }
        if records.isEmpty { Output.note("no messages") }
        try Output.write(records.map { $0.text.printable() + "\n" }.joined())
    }

    private func create(_ queue: String) async throws {
        guard arguments.creates else { return }
        _ = try await queues.createQueue(queue).firstValue()
    }

    // MARK: Worker

    func work(_ queue: String, _ command: [String]) async throws {
        try await create(queue)
        let stop = PublishSubject<Void>()
        let empty = arguments.isDraining ? emptySignal(of: queue) : .never()
        let outputClosed = Observable.deferred { .just(Output.hasReader) }
            .poll(every: .milliseconds(500), until: { !$0 })
            .takeLast(1).map { _ in }
        let events = queues.processMessages(
            in: queue, visibilityTimeout: arguments.visibility, maxConcurrent: arguments.concurrency,
            until: Observable.merge(stop.asObservable(), empty, outputClosed)
        ) { message in
            let work = command.isEmpty ? print(message) : .task { try await run(command, message) }
            return work.catch(as: Output.Failure.self) { failure in
                // Standard output is closed: the worker stops and returns its messages to the queue.
                stop.onNext(())
                throw MessageReturnError(failure)
            }
        }
        var handled = 0
        var failure: (any Error)?
        for try await event in events.values {
            switch event {
            case .handled:
                handled += 1
                progress.show(handled, of: nil, "messages")
            case .returned(_, let error):
                failure = failure ?? error
            default:
                progress.clear()
                Output.note("\(event)")
            }
        }
        progress.clear()
        Output.note("handled \(handled.grouped) messages")
        if let failure { throw failure }
    }

    /// Writes a message to standard output.
    ///
    /// The message is deleted after the write has completed.
    private func print(_ message: QueueMessage) -> Observable<Void> {
        .deferred {
            let line = arguments.isJSON ? try JSONOutput.line(of: MessageRecord(message)) : message.text.printable()
            try Output.write(line + "\n")
            return .just(())
        }
    }

    /// Runs a command for a message.
    private func run(_ command: [String], _ message: QueueMessage) async throws {
        do {
            try await Subprocess.run(command, input: message.text)
        } catch {
            // The command shares standard output and can fail because its reader closed it.
            throw Output.hasReader ? error : Output.Failure.closedPipe
        }
    }

    /// Emits once when the queue contains no visible and no invisible messages.
    private func emptySignal(of queue: String) -> Observable<Void> {
        queues.properties(ofQueue: queue).catch { _ in .empty() }
            .poll(every: .milliseconds(500), until: { $0.approximateMessageCount == 0 })
            .takeLast(1).map { _ in }
    }
}
