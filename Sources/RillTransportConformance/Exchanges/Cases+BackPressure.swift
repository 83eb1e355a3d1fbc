internal import Dispatch
internal import RillHTTPTesting

extension TransportConformance {
    /// The maximum number of body bytes that the kernel and the transport may buffer while the subscriber is paused.
    private static let maximumBufferedBytes = 24 << 20

    /// The maximum number of body bytes that may be buffered while the subscriber of a stream is paused.
    ///
    /// Streams share a connection, so the client must receive the data of a paused stream up to its flow-control window
    /// (32 MiB in libcurl before 8.4, 10 MiB since). The kernel's buffers are added to the window.
    private static let maximumWindowBytes = 32 << 20 + maximumBufferedBytes

    /// Back-pressure from paused subscribers.
    static let backPressureCases: [Case] = [
        backPressureCase(.backPressure, "appliesBackPressureToTheServer", over: .plain, maximumBufferedBytes),
        backPressureCase(.tls, "appliesBackPressureToTheServer", over: .tls, maximumBufferedBytes),
        backPressureCase(.http2, "appliesBackPressurePerStream", over: .http2, maximumWindowBytes),
        Case(.backPressure, "appliesBackPressureInsideTheBody") { context in
            let site = try bigSite(maximumBufferedBytes, context)
            let exchange = site.observe("/chunked", onChunk: { if $0.current.byteCount >= 1 << 20 { $0.pause() } })
            let paused = try exchange.wait(for: "a megabyte") {
                $0.byteCount >= 1 << 20 && !$0.isDelivering ? $0.byteCount : nil
            }
            try expectBackPressure(maximumBufferedBytes, on: exchange, after: paused, site)
            try expectClose(afterDisposing: exchange, site.server)
        },
        Case(.backPressure, "resumesWithoutLosingBytes", runsWithoutNetwork: true) { context in
            let site = try context.site { _ in .steps([.head(), .pattern(byteCount: 3_000_000), .finish()]) }
            let queue = DispatchQueue(label: "resumptions")
            let exchange = site.start { event, exchange in
                guard case .next = event else { return }
                exchange.pause()
                queue.async { exchange.resume() }
            }
            try expectPattern(of: 3_000_000, in: exchange.response())
        },
        Case(.backPressure, "pausesAndResumesInsideADelivery", runsWithoutNetwork: true) { context in
            let site = try context.site { _ in .steps([.head(), .pattern(byteCount: 1_000_000), .finish()]) }
            let exchange = site.start { event, exchange in
                guard case .next = event else { return }
                exchange.pause()
                exchange.resume()
            }
            try expectPattern(of: 1_000_000, in: exchange.response())
        },
        Case(.backPressure, "fiftyPausedExchangesDoNotBlockAnother") { context in
            // A socket buffers less than a megabyte: 64 KiB at the server, and 128 KiB at a client that does not read.
            try expectPausedExchangesDoNotBlockAnother(50, byteCount: 1 << 20, context)
        },
        Case(.http2, "twoHundredPausedStreamsDoNotBlockAnother", over: .http2) { context in
            try expectPausedExchangesDoNotBlockAnother(200, byteCount: 100_000, context)
        },
        Case(.backPressure, "deliversBufferedDataBeforeAFailure") { context in
            let site = try context.site { _ in
                .truncated(LoopbackServer.patternBody(200_000), declaredLength: 300_000)
            }
            let exchange = site.observe(onHead: { $0.pause() })
            try exchange.waitForHead()
            try site.server.waitForBodyBytes(200_000, timeout: CaseContext.limit)
            exchange.resume()
            try expectPattern(of: 200_000, in: exchange.failure(with: [.closedEarly]).response)
        },
        Case(.backPressure, "deliversToAnAsyncSequence", serving: .pattern(byteCount: 2_000_000)) { site in
            let values = site.transport.send(site.request(), body: nil).values
            let count = Monitor<Result<Int, any Error>?>(nil)
            Task {
                do {
                    let bytes = try await values.reduce(0) { sum, event in
                        if case .chunk(let chunk) = event { sum + chunk.count } else { sum }
                    }
                    count.update { $0 = .success(bytes) }
                } catch {
                    count.update { $0 = .failure(error) }
                }
            }
            let result = count.wait(timeout: CaseContext.limit) { $0 }
            try expect(result?.get(), is: 2_000_000, "the number of bytes")
        },
    ]

    /// The number of bytes by which bodies exceed the number that may be buffered.
    private static let excess = 16 << 20

    /// Starts a server with small buffers.
    private static func site(_ context: CaseContext, _ handler: @escaping LoopbackServer.Handler) throws -> Site {
        try context.site(server: { $0.sendBufferSize = 64 << 10 }, handler)
    }

    /// Starts a server that responds to `/big` and `/chunked` with more bytes than may be buffered.
    ///
    /// Other responses have a quarter of these bytes.
    private static func bigSite(_ limit: Int, _ context: CaseContext) throws -> Site {
        try site(context) { request in
            let size = limit + excess
            return switch request.path {
            case "/big": .pattern(byteCount: size)
            case "/chunked": .steps([.head(), .pattern(byteCount: size), .finish()])
            default: .pattern(byteCount: size / 4)
            }
        }
    }

    /// Returns a case that expects that the server sends few bytes while the subscriber is paused.
    private static func backPressureCase(_ group: Group, _ name: String, over carrier: Carrier, _ limit: Int) -> Case {
        Case(group, name, over: carrier) { context in
            let site = try bigSite(limit, context)
            let exchange = site.observe("/big", onHead: { $0.pause() })
            try exchange.waitForHead()
            try expectBackPressure(limit, on: exchange, after: 0, site)
            exchange.resume()
            try expectPattern(of: limit + excess, in: exchange.response())
        }
    }

    /// Expects that a paused exchange, which is the first one of the server, receives nothing while others run.
    private static func expectBackPressure(
        _ limit: Int, on exchange: RunningExchange, after byteCount: Int, _ site: Site
    ) throws {
        // Without back-pressure, the server would send the whole body during these exchanges, which have as many bytes.
        for _ in 0..<4 { try expectPattern(of: (limit + excess) / 4, in: site.response()) }
        try expect(exchange.current.byteCount, is: byteCount, "the number of delivered bytes")
        let written = site.server.connections[0].bodyBytesWritten
        try expect(written < limit, "back-pressure on the server, but it wrote \(written) bytes")
    }

    /// Checks that exchanges run beside many paused ones, half of which are then canceled and half are resumed.
    private static func expectPausedExchangesDoNotBlockAnother(
        _ count: Int, byteCount: Int, _ context: CaseContext
    ) throws {
        let site = try site(context, ok(except: "/paused", .pattern(byteCount: byteCount)))
        let paused = (0..<count).map { _ in site.observe("/paused", onHead: { $0.pause() }) }
        for exchange in paused { try exchange.waitForHead() }
        for _ in 0..<10 { try site.expectText() }
        for exchange in paused {
            try expect(exchange.current.byteCount, is: 0, "the number of bytes delivered while paused")
        }
        for exchange in paused[(count / 2)...] { exchange.dispose() }
        for exchange in paused[..<(count / 2)] { exchange.resume() }
        for exchange in paused[..<(count / 2)] { try expectPattern(of: byteCount, in: exchange.response()) }
        for exchange in paused { try exchange.current.check() }
    }
}
