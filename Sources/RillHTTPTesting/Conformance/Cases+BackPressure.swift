internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// How much of a body may be on its way to a reader that does not read: the buffers of kernel and transport.
    private static let heldBytes = 24 << 20

    /// Readers that do not read, or not yet.
    static let backPressureCases: [Case] = [
        Case(.backPressure, "holdsTheServerBack") { bench in
            let size = 96 << 20
            let server = try bench.serve(smallBuffer) { _ in .pattern(byteCount: size) }
            let other = try bench.serve { _ in .pattern(byteCount: 16 << 20) }
            let transport = try bench.transport()
            let exchange = transport.begin(server.request()) { event, exchange in
                if case .next(.head) = event { exchange.pause() }
            }
            try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            // Who is not held back has all the time that others take.
            for _ in 0..<4 { try expectPattern(of: 16 << 20, in: transport.begin(other.request()).answer(), bench) }
            let written = server.bodyBytesWritten
            try bench.expect(written < heldBytes, "the server to be held back, but it wrote \(written) bytes")
            try bench.expect(exchange.current.byteCount, is: 0, "the number of bytes that came")
            exchange.resume()
            try expectPattern(of: size, in: exchange.answer(), bench)
        },
        Case(.backPressure, "holdsTheServerBackInTheMiddle") { bench in
            let size = 96 << 20
            let server = try bench.serve(smallBuffer) { _ in
                .steps([.head(), .pattern(byteCount: size), .finish()])
            }
            let other = try bench.serve { _ in .pattern(byteCount: 16 << 20) }
            let transport = try bench.transport()
            let exchange = transport.begin(server.request()) { event, exchange in
                if case .next(.chunk) = event, exchange.current.byteCount >= 1 << 20 { exchange.pause() }
            }
            let paused = try exchange.wait(for: "a megabyte") {
                $0.byteCount >= 1 << 20 && !$0.isDelivering ? $0.byteCount : nil
            }
            for _ in 0..<4 { _ = try transport.begin(other.request()).answer() }
            try bench.expect(exchange.current.byteCount, is: paused, "the number of bytes that came")
            let written = server.bodyBytesWritten
            try bench.expect(written < heldBytes, "the server to be held back, but it wrote \(written) bytes")
            exchange.dispose()
            try expectClose(of: 1, server, bench)
        },
        Case(.backPressure, "goesOnWhereItWas", isSimulable: true) { bench in
            let server = try bench.serve { _ in .steps([.head(), .pattern(byteCount: 3_000_000), .finish()]) }
            let resumes = Resumer()
            let exchange = try bench.transport().begin(server.request()) { event, exchange in
                guard case .next = event else { return }
                exchange.pause()
                resumes.resume(exchange)
            }
            try expectPattern(of: 3_000_000, in: exchange.answer(), bench)
            resumes.end()
        },
        Case(.backPressure, "pausesAndGoesOnInsideTheDelivery", isSimulable: true) { bench in
            let server = try bench.serve { _ in .steps([.head(), .pattern(byteCount: 1_000_000), .finish()]) }
            let exchange = try bench.transport().begin(server.request()) { event, exchange in
                guard case .next = event else { return }
                exchange.pause()
                exchange.resume()
            }
            try expectPattern(of: 1_000_000, in: exchange.answer(), bench)
        },
        Case(.backPressure, "holdsACompressedBodyBack") { bench in
            let server = try bench.serve { _ in
                LoopbackServer.Response.data(CodedSamples.bomb).adding(.contentEncoding, "gzip")
            }
            let resumes = Resumer()
            let exchange = try bench.transport().begin(server.request()) { event, exchange in
                guard case .next = event else { return }
                exchange.pause()
                resumes.resume(exchange)
            }
            try bench.expect(exchange.answer().byteCount, is: CodedSamples.bombSize, "the number of bytes")
            resumes.end()
        },
        Case(.backPressure, "fiftyPausedLetAnotherThrough") { bench in
            let server = try bench.serve(smallBuffer) { request in
                request.path == "/quick" ? .text("quick") : .pattern(byteCount: 4 << 20)
            }
            let transport = try bench.transport()
            let paused = (0..<50).map { _ in
                transport.begin(server.request()) { event, exchange in
                    if case .next(.head) = event { exchange.pause() }
                }
            }
            for exchange in paused { try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head } }
            for _ in 0..<10 {
                let answer = try transport.begin(server.request(.get, "/quick")).answer()
                try bench.expect(answer.text, is: "quick", "the body")
            }
            for exchange in paused { try bench.expect(exchange.current.byteCount, is: 0, "what the paused were given") }
            for exchange in paused[25...] { exchange.dispose() }
            for exchange in paused[..<25] { exchange.resume() }
            for exchange in paused[..<25] { try expectPattern(of: 4 << 20, in: exchange.answer(), bench) }
            for exchange in paused { try exchange.current.check() }
        },
        Case(.backPressure, "tellsAFailureBehindWhatWasHeld") { bench in
            let server = try bench.serve { _ in
                .truncated(LoopbackServer.patternBody(200_000), declaredLength: 300_000)
            }
            let exchange = try bench.transport().begin(server.request()) { event, exchange in
                if case .next(.head) = event { exchange.pause() }
            }
            try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            try server.waitForBodyBytes(200_000, timeout: Bench.limit)
            exchange.resume()
            let (error, answer) = try exchange.failure()
            try bench.expect(error, isOneOf: [.closedEarly])
            try expectPattern(of: 200_000, in: answer, bench)
        },
        Case(.backPressure, "deliversInAnAsynchronousLoop") { bench in
            let server = try bench.serve { _ in .pattern(byteCount: 2_000_000) }
            let values = try bench.transport().send(server.request(), body: nil).values
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
            let result = count.wait(timeout: Bench.limit) { $0 }
            try bench.expect(result?.get(), is: 2_000_000, "the number of bytes")
        },
    ]

    private static var smallBuffer: LoopbackServer.Options {
        var options = LoopbackServer.Options()
        options.sendBufferSize = 64 << 10
        return options
    }
}

/// Lets exchanges go on from a thread of its own.
private final class Resumer: Sendable {
    private let queue = Monitor<(waiting: [RunningExchange], isOver: Bool)>(([], false))

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
        queue.update { $0.isOver = true }
    }

    private static func next(
        of queue: Monitor<(waiting: [RunningExchange], isOver: Bool)>
    ) -> RunningExchange? {
        queue.wait { state -> RunningExchange?? in
            if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
            return state.isOver ? .some(nil) : nil
        } ?? nil
    }
}
