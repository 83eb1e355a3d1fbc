import Foundation
import RillHTTP
import RillScript
import RillWebSocket
import Synchronization

/// The client: sends messages, and compares the received ones with them.
final class PeerClient: Sendable {
    /// The output of the program.
    struct Report: Encodable, Sendable {
        var received = 0
        var bytes = 0
        var differences = 0
        var subprotocol: String?
        /// `completed`, or the text of the error.
        var end = "completed"
        /// The code of a `WebSocketError`.
        var code: UInt16?
        /// The time, the CPU time, and the resident memory in bytes with the first connection, with all of them, and at most.
        var seconds = 0.0
        var cpu = 0.0
        var first = 0
        var open = 0
        var peak = 0
        var p50: Double?
        var p99: Double?
    }

    private struct State {
        var report = Report()
        var opened = 0
        var start = ContinuousClock.now
        var cpu = 0.0
        var latencies: [Duration] = []
    }

    private let arguments: PeerArguments
    private let url: String
    private let messages: [WebSocketMessage]
    private let state = Mutex(State())
    private let allAreOpen = ReplaySubject<Void>(bufferSize: 1)

    init(_ arguments: PeerArguments, url: String) {
        self.arguments = arguments
        self.url = url
        messages = (0..<16).map { seed in
            var number = UInt32(seed)
            let bytes = (0..<(arguments.count > 0 ? arguments.size : 0)).map { _ in
                number = (number &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
                return arguments.isText ? 97 + UInt8(number >> 16 & 15) : UInt8(truncatingIfNeeded: number >> 16)
            }
            return arguments.isText ? .text(String(decoding: bytes, as: UTF8.self)) : .binary(bytes)
        }
    }

    func run() async throws -> Report {
        var options = WebSocketOptions()
        options.compression = WebSocketCompression(option: arguments.compression)
        options.keepAliveInterval = arguments.ping.map { .milliseconds($0) }
        if let size = arguments.maximumSize { options.maximumMessageSize = size }
        let client = Client(baseURL: "http://127.0.0.1")
        let connection = client.webSocket(.url(url), protocols: arguments.protocols, options: options)
            .flatMap { self.converse($0) }
        do {
            let ends = Observable.merge((0..<arguments.connections).map { _ in connection })
            let limit = Observable<Int>.timer(
                .seconds(arguments.seconds), scheduler: ConcurrentDispatchQueueScheduler())
            for try await _ in ends.ignoreElements(as: Void.self).take(until: limit).values {}
        } catch {
            let failure = (error as? APIError)?.underlying as? WebSocketError
            state.withLock {
                $0.report.end = "\(error)"
                $0.report.code = failure?.code.rawValue
            }
        }
        return state.withLock { state in
            state.report.seconds = (ContinuousClock.now - state.start) / .seconds(1)
            state.report.cpu = Self.processorSeconds() - state.cpu
            state.report.peak = Self.memory("VmHWM:")
            let latencies = Percentiles(state.latencies)
            state.report.p50 = latencies[50].map { $0 / .seconds(1) }
            state.report.p99 = latencies[99].map { $0 / .seconds(1) }
            return state.report
        }
    }

    /// Sends and receives the messages of a connection when all connections are open.
    private func converse(_ socket: WebSocket) -> Observable<Void> {
        let areOpen = state.withLock { state in
            state.opened += 1
            state.report.subprotocol = socket.subprotocol
            if state.opened == 1 { state.report.first = Self.memory("VmRSS:") }
            guard state.opened == arguments.connections else { return false }
            state.report.open = Self.memory("VmRSS:")
            state.cpu = Self.processorSeconds()
            state.start = .now
            return true
        }
        if areOpen { allAreOpen.onNext(()) }
        let conversation = Conversation()
        return allAreOpen.take(1).flatMap {
            Observable.merge(
                Observable<Int>.from(0..<min(self.arguments.window, self.arguments.count))
                    .flatMap { _ in self.sending(conversation, socket) },
                self.receiving(conversation, socket))
        }
    }

    private func sending(_ conversation: Conversation, _ socket: WebSocket) -> Observable<Void> {
        .deferred {
            let number = conversation.sent.wrappingAdd(1, ordering: .relaxed).oldValue
            conversation.times.withLock { $0.append(.now) }
            return socket.sending(self.messages[number % self.messages.count])
        }
    }

    private func receiving(_ conversation: Conversation, _ socket: WebSocket) -> Observable<Void> {
        guard arguments.delay == .zero else {
            let delay = arguments.delay
            return socket.messages.concatMap { message in
                self.record(message, conversation)
                return Observable<Int>.timer(delay, scheduler: ConcurrentDispatchQueueScheduler()).map { _ in }
            }
        }
        return socket.messages.flatMap { message -> Observable<Void> in
            let received = self.record(message, conversation)
            if received == self.arguments.count {
                try socket.close(
                    WebSocketCloseCode(rawValue: UInt16(self.arguments.code)), reason: self.arguments.reason)
            }
            let hasMore = conversation.sent.load(ordering: .relaxed) < self.arguments.count
            return hasMore ? self.sending(conversation, socket) : .empty()
        }
    }

    /// Counts a message, and compares it with the sent one if there is one.
    @discardableResult private func record(_ message: WebSocketMessage, _ conversation: Conversation) -> Int {
        let number = conversation.received.wrappingAdd(1, ordering: .relaxed).oldValue
        let isDifferent = arguments.count > 0 && message != messages[number % messages.count]
        let sent = arguments.count > 0 ? conversation.times.withLock { $0.isEmpty ? nil : $0.removeFirst() } : nil
        let size =
            switch message {
            case .text(let text): text.utf8.count
            case .binary(let bytes): bytes.count
            }
        state.withLock { state in
            state.report.received += 1
            state.report.bytes += size
            if isDifferent { state.report.differences += 1 }
            if let sent { state.latencies.append(.now - sent) }
        }
        return number + 1
    }

    /// Returns the CPU time of the process.
    private static func processorSeconds() -> Double {
        Double(clock()) / Double(CLOCKS_PER_SEC)
    }

    /// Returns a size in bytes from the status of the process, or 0 if the system does not report it.
    private static func memory(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
}

/// The messages of a connection.
final class Conversation: Sendable {
    let sent = Atomic(0)
    let received = Atomic(0)
    /// The times at which the messages that have not been received were sent.
    let times = Mutex<[ContinuousClock.Instant]>([])
}
