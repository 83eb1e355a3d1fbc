internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Bodies of requests that do not arrive, or need not.
    static let uploadEndCases: [Case] = [
        Case(.uploads, "failsWithAStreamThatFails") { bench in
            let server = try bench.serve { _ in .text("ok") }
            let chunks = Observable<[UInt8]>.concat([.just([1, 2, 3]), .error(Fault("the source broke"))])
            for count in [nil, 10] {
                let body = HTTPBody.stream(chunks, count: count)
                let (error, _) = try bench.transport().begin(server.request(.post), body: body).failure()
                try bench.expect(error, isOneOf: [.sendFailed])
                try bench.expect("\(error)".contains("the source broke"), "the reason in the text \"\(error)\"")
            }
            try bench.expect(server.requests.count, is: 0, "the number of whole requests")
        },
        Case(.uploads, "failsWithAStreamThatIsTooShort") { bench in
            let server = try bench.serve { _ in .text("ok") }
            let body = HTTPBody.stream(.just([1, 2, 3]), count: 10)
            let (error, _) = try bench.transport().begin(server.request(.post), body: body).failure()
            try bench.expect(error, isOneOf: [.sendFailed])
            try bench.expect(server.requests.count, is: 0, "the number of whole requests")
        },
        Case(.uploads, "failsWithAStreamThatIsTooLong") { bench in
            let server = try bench.serve { _ in .stall }
            let body = HTTPBody.stream(.from([[1, 2, 3], [4, 5, 6]]), count: 4)
            let (error, _) = try bench.transport().begin(server.request(.post), body: body).failure()
            try bench.expect(error, isOneOf: [.sendFailed])
        },
        Case(.uploads, "failsWithAStreamThatIsNotEmptyAsAnnounced") { bench in
            let server = try bench.serve { _ in .text("ok") }
            let body = HTTPBody.stream(.from([[], [1, 2, 3, 4, 5]]), count: 0)
            let (error, _) = try bench.transport().begin(server.request(.post), body: body).failure()
            try bench.expect(error, isOneOf: [.sendFailed])
            let failing = HTTPBody.stream(.error(Fault("the source broke")), count: 0)
            let (other, _) = try bench.transport().begin(server.request(.post), body: failing).failure()
            try bench.expect(other, isOneOf: [.sendFailed])
            try bench.expect("\(other)".contains("the source broke"), "the reason in the text \"\(other)\"")
            try bench.expect(server.requests.count, is: 0, "the number of whole requests")
        },
        Case(.uploads, "sendsAStreamThatIsEmptyAsAnnounced") { bench in
            let server = try bench.serve { _ in .text("ok") }
            for stream in [Observable<[UInt8]>.empty(), .just([])] {
                let body = HTTPBody.stream(stream, count: 0)
                let answer = try bench.transport().begin(server.request(.post), body: body).answer()
                try bench.expect(answer.text, is: "ok", "the body")
            }
            try bench.expect(server.requests.map { $0.fields[.contentLength] }, is: ["0", "0"], "the lengths")
        },
        Case(.uploads, "refusesAFileThatIsMissing") { bench in
            let server = try bench.serve { _ in .text("ok") }
            let path = try TemporaryFile([]).path + "-missing"
            let (error, _) = try bench.transport().begin(server.request(.post), body: .file(path)).failure()
            try bench.expect(error, isOneOf: [.invalidRequest])
            try bench.expect(server.connections.count, is: 0, "the number of connections")
        },
        Case(.uploads, "disposesTheStreamOfACancelledExchange") { bench in
            let fed = FedBody()
            let server = try bench.serve { _ in .text("ok") }
            let exchange = try bench.transport().begin(server.request(.post), body: fed.body())
            try fed.reader().onNext([1])
            try fed.waitForSending(1)
            exchange.dispose()
            try fed.waitForDisposal()
            try server.waitForEnd(ofConnection: 1, timeout: Bench.limit)
            try bench.expect(server.requests.count, is: 0, "the number of whole requests")
        },
        Case(.uploads, "disposesTheStreamOfAnExchangeThatFails") { bench in
            let fed = FedBody()
            var options = LoopbackServer.Options()
            options.answersEarly = { _ in .reset }
            let server = try bench.serve(options) { _ in .text("ok") }
            let exchange = try bench.transport().begin(server.request(.post), body: fed.body())
            try fed.reader().onNext([1])
            let (error, _) = try exchange.failure()
            try bench.expect(error, isOneOf: [.closedEarly, .sendFailed])
            try fed.waitForDisposal()
        },
        Case(.uploads, "waitsForLeaveIfAsked") { bench in
            let server = try bench.serve { _ in .text("ok") }
            let request = server.request(.post, "/", [.expect: "100-continue"])
            let answer = try bench.transport().begin(request, body: HTTPBody("hello")).answer()
            try bench.expect(answer.status, is: 200, "the status")
            try bench.expect(server.requests.map(\.bodyText), is: ["hello"], "the bodies that arrived")
        },
        Case(.uploads, "takesARefusalOfLeave") { bench in
            var options = LoopbackServer.Options()
            options.answersEarly = { request in request.fields.contains(.expect) ? .text("no", status: 417) : nil }
            let server = try bench.serve(options) { _ in .text("ok") }
            let request = server.request(.post, "/", [.expect: "100-continue"])
            let answer = try bench.transport().begin(request, body: HTTPBody("hello")).answer()
            // The transport may ask once more without the expectation (RFC 9110, 10.1.1).
            try bench.expect(answer.text, is: answer.status == 417 ? "no" : "ok", "the body")
            try bench.expect(server.requests.count, is: answer.status == 417 ? 1 : 2, "the number of requests")
        },
        Case(.uploads, "takesAFinalAnswerInsteadOfLeave") { bench in try takesAnAnswerInsteadOfLeave(401, bench) },
        Case(.uploads, "takesAnAnswerThatComesDuringALargeUpload") { bench in
            var options = LoopbackServer.Options()
            options.answersEarly = { _ in
                .steps([.head(.length(6)), .bytes("denied"), .finish(), .close], status: 401)
            }
            let server = try bench.serve(options) { _ in .text("not reached") }
            let body = HTTPBody(LoopbackServer.patternBody(10_000_000))
            let (error, answer) = try bench.transport().begin(server.request(.post), body: body).end()
            // Where the server closes with the body unread, the system may throw its answer away.
            if let error {
                try bench.expect(error, isOneOf: [.sendFailed, .closedEarly])
            } else {
                try bench.expect(answer.status, is: 401, "the status")
                try bench.expect(answer.text, is: "denied", "the body")
            }
        },
        Case(.uploads, "takesAnAnswerWhileTheStreamIsSilent") { bench in
            let fed = FedBody()
            var options = LoopbackServer.Options()
            options.answersEarly = { _ in .steps([.head(.length(6)), .bytes("denied"), .finish(), .close], status: 401)
            }
            let server = try bench.serve(options) { _ in .text("not reached") }
            let exchange = try bench.transport().begin(server.request(.post), body: fed.body())
            try fed.reader().onNext([1])
            let answer = try exchange.answer()
            try bench.expect(answer.status, is: 401, "the status")
            try bench.expect(answer.text, is: "denied", "the body")
            try fed.waitForDisposal()
        },
        Case(.bodies, "reportsProgressUpToTheLength", isSimulable: true) { bench in
            let reports = Monitor<[TransferProgress]>([])
            let server = try bench.serve { _ in .pattern(byteCount: 300_000) }
            let exchange = try bench.transport().send(server.request(), body: nil).onProgress { report in
                reports.update { $0.append(report) }
            }
            try expectPattern(of: 300_000, in: RunningExchange(exchange).answer(), bench)
            let all = reports.read { $0 }
            try bench.expect(all.first?.completed, is: 0, "the first report")
            try bench.expect(all.last, is: TransferProgress(completed: 300_000, total: 300_000), "the last report")
        },
    ]

    /// The body must not follow where the server has answered before it.
    private static func takesAnAnswerInsteadOfLeave(_ status: HTTPResponse.Status, _ bench: Bench) throws {
        var options = LoopbackServer.Options()
        options.answersEarly = { _ in .steps([.head(.length(6)), .bytes("denied"), .finish(), .close], status: status) }
        let server = try bench.serve(options) { _ in .text("not reached") }
        let request = server.request(.post, "/", [.expect: "100-continue"])
        let body = HTTPBody(LoopbackServer.patternBody(2_000_000))
        let answer = try bench.transport().begin(request, body: body).answer()
        try bench.expect(answer.status, is: status.code, "the status")
        try bench.expect(answer.text, is: "denied", "the body")
        try bench.expect(server.requests.count, is: 1, "the number of requests")
    }
}
