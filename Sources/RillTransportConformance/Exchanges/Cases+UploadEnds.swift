internal import Rill
internal import RillHTTP
internal import RillHTTPTesting

extension TransportConformance {
    /// Request bodies that fail, are canceled, or are not read to the end.
    static let uploadEndCases: [Case] = [
        Case(.uploads, "failsWhenTheStreamFails") { context in
            let server = try context.serve { _ in .text("ok") }
            let chunks = Observable<[UInt8]>.concat([.just([1, 2, 3]), .error(CaseFailure("source failed"))])
            for count in [nil, 10] {
                let body = HTTPBody.stream(chunks, count: count)
                let (error, _) = try context.transport().start(server.request(.post), body: body).failure()
                try context.expect(error, isOneOf: [.sendFailed])
                try context.expect("\(error)".contains("source failed"), "the source's error in \"\(error)\"")
            }
            try context.expect(server.requests.count, is: 0, "the number of complete requests")
        },
        Case(.uploads, "failsWhenTheStreamIsTooShort") { context in
            let server = try context.serve { _ in .text("ok") }
            let body = HTTPBody.stream(.just([1, 2, 3]), count: 10)
            let (error, _) = try context.transport().start(server.request(.post), body: body).failure()
            try context.expect(error, isOneOf: [.sendFailed])
            try context.expect(server.requests.count, is: 0, "the number of complete requests")
        },
        Case(.uploads, "failsWhenTheStreamIsTooLong") { context in
            let server = try context.serve { _ in .stall }
            let body = HTTPBody.stream(.from([[1, 2, 3], [4, 5, 6]]), count: 4)
            let (error, _) = try context.transport().start(server.request(.post), body: body).failure()
            try context.expect(error, isOneOf: [.sendFailed])
        },
        Case(.uploads, "failsWhenAnEmptyStreamHasBytes") { context in
            let server = try context.serve { _ in .text("ok") }
            let body = HTTPBody.stream(.from([[], [1, 2, 3, 4, 5]]), count: 0)
            let (error, _) = try context.transport().start(server.request(.post), body: body).failure()
            try context.expect(error, isOneOf: [.sendFailed])
            let failing = HTTPBody.stream(.error(CaseFailure("source failed")), count: 0)
            let (other, _) = try context.transport().start(server.request(.post), body: failing).failure()
            try context.expect(other, isOneOf: [.sendFailed])
            try context.expect("\(other)".contains("source failed"), "the source's error in \"\(other)\"")
            try context.expect(server.requests.count, is: 0, "the number of complete requests")
        },
        Case(.uploads, "sendsAnEmptyStreamOfKnownLength") { context in
            let server = try context.serve { _ in .text("ok") }
            for stream in [Observable<[UInt8]>.empty(), .just([])] {
                let body = HTTPBody.stream(stream, count: 0)
                let response = try context.transport().start(server.request(.post), body: body).response()
                try context.expect(response.text, is: "ok", "the body")
            }
            try context.expect(
                server.requests.map { $0.fields[.contentLength] }, is: ["0", "0"], "the Content-Length values")
        },
        Case(.uploads, "rejectsAMissingFile") { context in
            let server = try context.serve { _ in .text("ok") }
            let path = try TemporaryFile([]).path + "-missing"
            let (error, _) = try context.transport().start(server.request(.post), body: .file(path)).failure()
            try context.expect(error, isOneOf: [.invalidRequest])
            try context.expect(server.connections.count, is: 0, "the number of connections")
        },
        Case(.uploads, "disposesTheStreamOfACancelledExchange") { context in
            let source = ManualBody()
            let server = try context.serve { _ in .text("ok") }
            let exchange = try context.transport().start(server.request(.post), body: source.body())
            try source.observer().onNext([1])
            try source.waitForSending(1)
            exchange.dispose()
            try source.waitForDisposal()
            try server.waitForEnd(ofConnection: 1, timeout: CaseContext.limit)
            try context.expect(server.requests.count, is: 0, "the number of complete requests")
        },
        Case(.uploads, "disposesTheStreamOfAnExchangeThatFails") { context in
            let source = ManualBody()
            var options = LoopbackServer.Options()
            options.earlyResponse = { _ in .reset }
            let server = try context.serve(options) { _ in .text("ok") }
            let exchange = try context.transport().start(server.request(.post), body: source.body())
            try source.observer().onNext([1])
            let (error, _) = try exchange.failure()
            try context.expect(error, isOneOf: [.closedEarly, .sendFailed])
            try source.waitForDisposal()
        },
        Case(.uploads, "waitsFor100Continue") { context in
            let server = try context.serve { _ in .text("ok") }
            let request = server.request(.post, "/", [.expect: "100-continue"])
            let response = try context.transport().start(request, body: HTTPBody("hello")).response()
            try context.expect(response.status, is: 200, "the status code")
            try context.expect(server.requests.map(\.bodyText), is: ["hello"], "the received bodies")
        },
        Case(.uploads, "acceptsStatus417") { context in
            var options = LoopbackServer.Options()
            options.earlyResponse = { request in request.fields.contains(.expect) ? .text("no", status: 417) : nil }
            let server = try context.serve(options) { _ in .text("ok") }
            let request = server.request(.post, "/", [.expect: "100-continue"])
            let response = try context.transport().start(request, body: HTTPBody("hello")).response()
            // The transport may retry without the expectation (RFC 9110, section 10.1.1).
            try context.expect(response.text, is: response.status == 417 ? "no" : "ok", "the body")
            try context.expect(server.requests.count, is: response.status == 417 ? 1 : 2, "the number of requests")
        },
        Case(.uploads, "acceptsAFinalResponseInsteadOf100Continue") { context in
            try expectResponseInsteadOf100Continue(401, context)
        },
        Case(.uploads, "acceptsAResponseDuringALargeUpload") { context in
            var options = LoopbackServer.Options()
            options.earlyResponse = { _ in
                .steps([.head(.length(6)), .bytes("denied"), .finish(), .close], status: 401)
            }
            let server = try context.serve(options) { _ in .text("not reached") }
            let body = HTTPBody(LoopbackServer.patternBody(10_000_000))
            let (error, response) = try context.transport().start(server.request(.post), body: body).end()
            // If the server closes the connection before reading the body, the system may discard its response.
            if let error {
                try context.expect(error, isOneOf: [.sendFailed, .closedEarly])
            } else {
                try context.expect(response.status, is: 401, "the status code")
                try context.expect(response.text, is: "denied", "the body")
            }
        },
        Case(.uploads, "acceptsAResponseWhileTheStreamIsIdle") { context in
            let source = ManualBody()
            var options = LoopbackServer.Options()
            options.earlyResponse = { _ in
                .steps([.head(.length(6)), .bytes("denied"), .finish(), .close], status: 401)
            }
            let server = try context.serve(options) { _ in .text("not reached") }
            let exchange = try context.transport().start(server.request(.post), body: source.body())
            try source.observer().onNext([1])
            let response = try exchange.response()
            try context.expect(response.status, is: 401, "the status code")
            try context.expect(response.text, is: "denied", "the body")
            try source.waitForDisposal()
        },
        Case(.bodies, "reportsProgressUpToTheLength", runsWithoutNetwork: true) { context in
            let reports = Monitor<[TransferProgress]>([])
            let server = try context.serve { _ in .pattern(byteCount: 300_000) }
            let exchange = try context.transport().send(server.request(), body: nil).onProgress { report in
                reports.update { $0.append(report) }
            }
            try expectPattern(of: 300_000, in: RunningExchange(exchange).response(), context)
            let all = reports.read { $0 }
            try context.expect(all.first?.completed, is: 0, "the first report")
            try context.expect(all.last, is: TransferProgress(completed: 300_000, total: 300_000), "the last report")
        },
    ]

    /// Expects that the body is not sent if the server responds before `100 Continue`.
    private static func expectResponseInsteadOf100Continue(_ status: HTTPResponse.Status, _ context: CaseContext) throws
    {
        var options = LoopbackServer.Options()
        options.earlyResponse = { _ in .steps([.head(.length(6)), .bytes("denied"), .finish(), .close], status: status)
        }
        let server = try context.serve(options) { _ in .text("not reached") }
        let request = server.request(.post, "/", [.expect: "100-continue"])
        let body = HTTPBody(LoopbackServer.patternBody(2_000_000))
        let response = try context.transport().start(request, body: body).response()
        try context.expect(response.status, is: status.code, "the status code")
        try context.expect(response.text, is: "denied", "the body")
        try context.expect(server.requests.count, is: 1, "the number of requests")
    }
}
