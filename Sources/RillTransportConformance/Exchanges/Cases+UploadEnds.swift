internal import RillHTTPTesting

extension TransportConformance {
    /// Request bodies that fail, are canceled, or are not read to the end.
    static let uploadEndCases: [Case] = [
        Case(.uploads, "failsWhenTheStreamFails") { context in
            let chunks = Observable<[UInt8]>.concat([.just([1, 2, 3]), .error(CaseFailure("source failed"))])
            for count in [nil, 10] {
                try expectFailure(of: .stream(chunks, count: count), saying: "source failed", context)
            }
        },
        Case(.uploads, "failsWhenTheStreamIsTooShort") { context in
            try expectFailure(of: .stream(.just([1, 2, 3]), count: 10), context)
        },
        Case(.uploads, "failsWhenTheStreamIsTooLong", serving: .stall) { site in
            try site.failure(.post, body: .stream(.from([[1, 2, 3], [4, 5, 6]]), count: 4), with: [.sendFailed])
        },
        Case(.uploads, "failsWhenAnEmptyStreamHasBytes") { context in
            try expectFailure(of: .stream(.from([[], [1, 2, 3, 4, 5]]), count: 0), context)
            let failing = HTTPBody.stream(.error(CaseFailure("source failed")), count: 0)
            try expectFailure(of: failing, saying: "source failed", context)
        },
        Case(.uploads, "sendsAnEmptyStreamOfKnownLength") { context in
            for stream in [Observable<[UInt8]>.empty(), .just([])] {
                let request = try context.receivedRequest(.post, body: .stream(stream, count: 0))
                try expect(request.fields[.contentLength], is: "0", "the Content-Length")
            }
        },
        Case(.uploads, "rejectsAMissingFile", serving: .text("ok")) { site in
            try site.failure(.post, body: .file(TemporaryFile().path), with: [.invalidRequest])
            try expect(site.server.connections.count, is: 0, "the number of connections")
        },
        Case(.uploads, "disposesTheStreamOfACancelledExchange", serving: .text("ok")) { site in
            let source = ManualBody()
            let exchange = site.start(.post, body: source.body())
            try source.observer().onNext([1])
            try source.waitForSending(1)
            exchange.dispose()
            try source.waitForDisposal()
            try site.server.waitForEnd(ofConnection: 1, timeout: CaseContext.limit)
            try expect(site.server.requests.count, is: 0, "the number of complete requests")
        },
        Case(.uploads, "disposesTheStreamOfAnExchangeThatFails") { context in
            try expectDisposal(after: [.reset], context) { exchange in
                try exchange.failure(with: [.closedEarly, .sendFailed])
            }
        },
        Case(.uploads, "failsWhenTheServerClosesWhileTheStreamHasNoData") { context in
            for count in [nil, 10] {
                try expectDisposal(after: [.close], count: count, context) { exchange in
                    try exchange.failure(with: [.closedEarly])
                }
            }
        },
        Case(.uploads, "waitsFor100Continue", serving: .text("ok")) { site in
            let response = try site.response(.post, "/", [.expect: "100-continue"], body: HTTPBody("hello"))
            try expect(response.status, is: 200, "the status code")
            try expect(site.server.requests.map(\.bodyText), is: ["hello"], "the received bodies")
        },
        Case(.uploads, "acceptsStatus417") { context in
            let site = try context.site(server: {
                $0.earlyResponse = { $0.fields.contains(.expect) ? .text("no", status: 417) : nil }
            }) { _ in .text("ok") }
            let response = try site.response(.post, "/", [.expect: "100-continue"], body: HTTPBody("hello"))
            // The transport may retry without the expectation (RFC 9110, section 10.1.1).
            try expect(response.text, is: response.status == 417 ? "no" : "ok", "the body")
            try expect(site.server.requests.count, is: response.status == 417 ? 1 : 2, "the number of requests")
        },
        Case(.uploads, "acceptsAFinalResponseInsteadOf100Continue") { context in
            let site = try site(early: denied, context)
            let body = HTTPBody(LoopbackServer.patternBody(2_000_000))
            try expectDenied(site.response(.post, "/", [.expect: "100-continue"], body: body))
            try expect(site.server.requests.count, is: 1, "the number of requests")
        },
        Case(.uploads, "doesNotReuseAConnectionThatWaitsForTheBody") { context in
            let script: [LoopbackServer.Step] = [.head(.length(2)), .bytes("ok"), .finish(), .stall]
            let site = try context.site(server: {
                $0.earlyResponse = { $0.fields.contains(.expect) ? .steps(script) : nil }
            }) { _ in .text("next") }
            let response = try site.response(.put, "/", [.expect: "100-continue"], body: HTTPBody("hello"))
            try expect(response.text, is: "ok", "the body of the early response")
            try site.expectText("next")
        },
        Case(.uploads, "endsWithACompleteResponseIfTheServerDoesNotRead") { context in
            for status: HTTPResponse.Status in [.ok, .unauthorized] {
                let script: [LoopbackServer.Step] = [.head(.length(2)), .bytes("ok"), .finish(), .stall]
                let (clock, site) = try context.timedSite(
                    server: { $0.earlyResponse = { _ in .steps(script, status: status) } },
                    options: { $0.idleTimeout = .seconds(60) }, { _ in .text("not reached") })
                let exchange = site.start(.post, body: HTTPBody(LoopbackServer.patternBody(20_000_000)))
                try exchange.waitForHead()
                try clock.advance(untilEndOf: exchange, every: .seconds(10))
                try expect(exchange.response().text, is: "ok", "the body with status \(status.code)")
            }
        },
        Case(.uploads, "acceptsAResponseDuringALargeUpload") { context in
            let body = HTTPBody(LoopbackServer.patternBody(10_000_000))
            let (error, response) = try site(early: denied, context).start(.post, body: body).end()
            // If the server closes the connection before reading the body, the system may discard its response.
            if let error {
                try expect(error, isOneOf: [.sendFailed, .closedEarly])
            } else {
                try expectDenied(response)
            }
        },
        Case(.uploads, "acceptsAResponseWhileTheStreamIsIdle") { context in
            try expectDisposal(after: denial, status: 401, context) { try expectDenied($0.response()) }
        },
        Case(.uploads, "endsWithACompleteResponseWhileTheStreamIsIdle") { context in
            let endings: [LoopbackServer.Framing: LoopbackServer.Step] = [
                .length(2): .stall, .chunked: .stall, .untilClose: .close,
            ]
            for (framing, ending) in endings {
                for status: HTTPResponse.Status in [.ok, .unauthorized] {
                    let source = ManualBody()
                    let gate = LoopbackServer.Gate()
                    let script = [.head(framing), .wait(for: gate), .bytes("ok"), .finish(), ending]
                    let exchange = try site(early: .steps(script, status: status), context)
                        .start(.post, body: source.body())
                    try exchange.waitForHead()
                    gate.open()
                    try expect(exchange.response().text, is: "ok", "the body with status \(status.code) and \(framing)")
                    try source.waitForDisposal()
                }
            }
        },
        Case(.uploads, "failsWithAnIncompleteResponseWhileTheStreamIsIdle") { context in
            for framing: LoopbackServer.Framing in [.length(3), .chunked] {
                let source = ManualBody()
                let exchange = try site(early: .steps([.head(framing), .bytes("ok"), .close]), context)
                    .start(.post, body: source.body())
                try exchange.failure(with: [.closedEarly])
                try source.waitForDisposal()
            }
        },
        Case(.bodies, "reportsProgressUpToTheLength", runsWithoutNetwork: true) { context in
            let reports = Monitor<[TransferProgress]>([])
            let site = try context.site { _ in .pattern(byteCount: 300_000) }
            let exchange = site.transport.send(site.request(), body: nil).onProgress { report in
                reports.update { $0.append(report) }
            }
            try expectPattern(of: 300_000, in: RunningExchange(exchange).response())
            let all = reports.read { $0 }
            try expect(all.first?.completed, is: 0, "the first report")
            try expect(all.last, is: TransferProgress(completed: 300_000, total: 300_000), "the last report")
        },
    ]

    /// Expects that a request with an invalid body fails, with the given text, before it is complete.
    private static func expectFailure(of body: HTTPBody, saying text: String = "", _ context: CaseContext) throws {
        let site = try context.site { _ in .text("ok") }
        let (error, _) = try site.failure(.post, body: body, with: [.sendFailed])
        try expect(text.isEmpty || "\(error)".contains(text), "the source's error in \"\(error)\"")
        try expect(site.server.requests.count, is: 0, "the number of complete requests")
    }

    /// Expects that a stream without more data is disposed when the server has responded to its beginning.
    private static func expectDisposal(
        after steps: [LoopbackServer.Step], status: HTTPResponse.Status = .ok, count: Int? = nil,
        _ context: CaseContext, _ expectEnd: (RunningExchange) throws -> Void
    ) throws {
        let source = ManualBody()
        let gate = LoopbackServer.Gate()
        let exchange = try site(early: .steps([.wait(for: gate)] + steps, status: status), context)
            .start(.post, body: source.body(count: count))
        try source.observer().onNext([1])
        gate.open()
        try expectEnd(exchange)
        try source.waitForDisposal()
    }

    /// Starts a server that responds before it reads the body.
    private static func site(early response: LoopbackServer.Response, _ context: CaseContext) throws -> Site {
        try context.site(server: { $0.earlyResponse = { _ in response } }, { _ in .text("not reached") })
    }

    private static let denied = LoopbackServer.Response.steps(denial, status: 401)
    private static let denial: [LoopbackServer.Step] = [.head(.length(6)), .bytes("denied"), .finish(), .close]

    private static func expectDenied(_ response: RecordedEvents) throws {
        try expect(response, hasStatus: 401, text: "denied")
    }
}
