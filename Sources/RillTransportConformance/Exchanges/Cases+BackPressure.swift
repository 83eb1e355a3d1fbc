internal import Rill
internal import RillHTTP
internal import RillHTTPTesting

extension TransportConformance {
    /// The maximum number of body bytes that the kernel and the transport may buffer while the subscriber is paused.
    private static let maximumBufferedBytes = 24 << 20

    /// Back-pressure from paused subscribers.
    static let backPressureCases: [Case] = [
        Case(.backPressure, "appliesBackPressureToTheServer") { context in
            let size = 96 << 20
            let server = try context.serve(smallBuffer) { _ in .pattern(byteCount: size) }
            let other = try context.serve { _ in .pattern(byteCount: 16 << 20) }
            let transport = try context.transport()
            let exchange = transport.start(server.request()) { event, exchange in
                if case .next(.head) = event { exchange.pause() }
            }
            try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            // Without back-pressure, the server would send the whole body during these exchanges.
            for _ in 0..<4 { try expectPattern(of: 16 << 20, in: transport.start(other.request()).response(), context) }
            let written = server.bodyBytesWritten
            try context.expect(
                written < maximumBufferedBytes, "back-pressure on the server, but it wrote \(written) bytes")
            try context.expect(exchange.current.byteCount, is: 0, "the number of delivered bytes")
            exchange.resume()
            try expectPattern(of: size, in: exchange.response(), context)
        },
        Case(.backPressure, "appliesBackPressureInsideTheBody") { context in
            let size = 96 << 20
            let server = try context.serve(smallBuffer) { _ in
                .steps([.head(), .pattern(byteCount: size), .finish()])
            }
            let other = try context.serve { _ in .pattern(byteCount: 16 << 20) }
            let transport = try context.transport()
            let exchange = transport.start(server.request()) { event, exchange in
                if case .next(.chunk) = event, exchange.current.byteCount >= 1 << 20 { exchange.pause() }
            }
            let paused = try exchange.wait(for: "a megabyte") {
                $0.byteCount >= 1 << 20 && !$0.isDelivering ? $0.byteCount : nil
            }
            for _ in 0..<4 { _ = try transport.start(other.request()).response() }
            try context.expect(exchange.current.byteCount, is: paused, "the number of delivered bytes")
            let written = server.bodyBytesWritten
            try context.expect(
                written < maximumBufferedBytes, "back-pressure on the server, but it wrote \(written) bytes")
            exchange.dispose()
            try expectClose(of: 1, server, context)
        },
        Case(.backPressure, "resumesWithoutLosingBytes", runsWithoutNetwork: true) { context in
            let server = try context.serve { _ in .steps([.head(), .pattern(byteCount: 3_000_000), .finish()]) }
            let resumes = Resumer()
            let exchange = try context.transport().start(server.request()) { event, exchange in
                guard case .next = event else { return }
                exchange.pause()
                resumes.resume(exchange)
            }
            try expectPattern(of: 3_000_000, in: exchange.response(), context)
            resumes.end()
        },
        Case(.backPressure, "pausesAndResumesInsideADelivery", runsWithoutNetwork: true) { context in
            let server = try context.serve { _ in .steps([.head(), .pattern(byteCount: 1_000_000), .finish()]) }
            let exchange = try context.transport().start(server.request()) { event, exchange in
                guard case .next = event else { return }
                exchange.pause()
                exchange.resume()
            }
            try expectPattern(of: 1_000_000, in: exchange.response(), context)
        },
        Case(.backPressure, "pausesACompressedBody") { context in
            let server = try context.serve { _ in
                LoopbackServer.Response.data(CodedSamples.bomb).adding(.contentEncoding, "gzip")
            }
            let resumes = Resumer()
            let exchange = try context.transport().start(server.request()) { event, exchange in
                guard case .next = event else { return }
                exchange.pause()
                resumes.resume(exchange)
            }
            try context.expect(exchange.response().byteCount, is: CodedSamples.bombSize, "the number of bytes")
            resumes.end()
        },
        Case(.backPressure, "pausesInsideAHighlyCompressedBody") { context in
            // 8 MiB in 8 KiB, which arrive at once.
            let server = try context.serve { _ in
                let members = repeatElement(CodedSamples.bomb, count: 32).joined()
                return LoopbackServer.Response.data(Array(members)).adding(.contentEncoding, "gzip")
            }
            let exchange = try context.transport().start(server.request()) { event, exchange in
                if case .next(.chunk) = event { exchange.pause() }
            }
            for _ in 0..<4 {
                let before = exchange.current.byteCount
                exchange.resume()
                try exchange.wait(for: "a chunk") { !$0.isDelivering && $0.byteCount > before ? true : nil }
                let delivered = exchange.current.byteCount - before
                try context.expect(delivered <= 128 << 10, "at most 128 KiB after a resumption, got \(delivered)")
            }
            exchange.dispose()
        },
        Case(.backPressure, "fiftyPausedExchangesDoNotBlockAnother") { context in
            let server = try context.serve(smallBuffer) { request in
                request.path == "/quick" ? .text("quick") : .pattern(byteCount: 4 << 20)
            }
            let transport = try context.transport()
            let paused = (0..<50).map { _ in
                transport.start(server.request()) { event, exchange in
                    if case .next(.head) = event { exchange.pause() }
                }
            }
            for exchange in paused { try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head } }
            for _ in 0..<10 {
                let response = try transport.start(server.request(.get, "/quick")).response()
                try context.expect(response.text, is: "quick", "the body")
            }
            for exchange in paused {
                try context.expect(exchange.current.byteCount, is: 0, "the number of bytes delivered while paused")
            }
            for exchange in paused[25...] { exchange.dispose() }
            for exchange in paused[..<25] { exchange.resume() }
            for exchange in paused[..<25] { try expectPattern(of: 4 << 20, in: exchange.response(), context) }
            for exchange in paused { try exchange.current.check() }
        },
        Case(.backPressure, "deliversBufferedDataBeforeAFailure") { context in
            let server = try context.serve { _ in
                .truncated(LoopbackServer.patternBody(200_000), declaredLength: 300_000)
            }
            let exchange = try context.transport().start(server.request()) { event, exchange in
                if case .next(.head) = event { exchange.pause() }
            }
            try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            try server.waitForBodyBytes(200_000, timeout: CaseContext.limit)
            exchange.resume()
            let (error, response) = try exchange.failure()
            try context.expect(error, isOneOf: [.closedEarly])
            try expectPattern(of: 200_000, in: response, context)
        },
        Case(.backPressure, "deliversToAnAsyncSequence") { context in
            let server = try context.serve { _ in .pattern(byteCount: 2_000_000) }
            let values = try context.transport().send(server.request(), body: nil).values
            let count = Monitor<Result<Int, any Error>?>(nil)
            Task {
                let result: Result<Int, any Error>
                do {
                    var bytes = 0
                    for try await event in values {
                        if case .chunk(let chunk) = event { bytes += chunk.count }
                    }
                    result = .success(bytes)
                } catch {
                    result = .failure(error)
                }
                count.update { $0 = result }
            }
            let result = count.wait(timeout: CaseContext.limit) { $0 }
            try context.expect(result?.get(), is: 2_000_000, "the number of bytes")
        },
    ]

    private static var smallBuffer: LoopbackServer.Options {
        var options = LoopbackServer.Options()
        options.sendBufferSize = 64 << 10
        return options
    }
}

/// Resumes exchanges on a separate thread.
private final class Resumer: Sendable {
    private let queue = Monitor<(waiting: [RunningExchange], isFinished: Bool)>(([], false))

    init() {
        let thread = try? NativeThread.start { [queue] in
            while let exchange = Self.next(of: queue) { exchange.resume() }
        }
        thread?.detach()
    }

    deinit {
        end()
    }

    func resume(_ exchange: RunningExchange) {
        queue.update { $0.waiting.append(exchange) }
    }

    func end() {
        queue.update { $0.isFinished = true }
    }

    private static func next(
        of queue: Monitor<(waiting: [RunningExchange], isFinished: Bool)>
    ) -> RunningExchange? {
        queue.wait { state -> RunningExchange?? in
            if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
            return state.isFinished ? .some(nil) : nil
        } ?? nil
    }
}
