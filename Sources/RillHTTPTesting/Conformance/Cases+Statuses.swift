internal import RillHTTP

extension TransportConformance {
    /// Status lines, and what comes before and instead of a body.
    static let statusCases: [Case] = [
        Case(.heads, "keepsTheReasonPhrase", isSimulable: true) { bench in
            let answer = try bench.answer { _ in .text("x", status: .init(code: 200, reasonPhrase: "Fine So Far")) }
            try bench.expect(answer.head.status.reasonPhrase, is: "Fine So Far", "the reason phrase")
        },
        Case(.heads, "takesAStatusLineWithoutReason") { bench in
            let answer = try bench.answer(toRaw: "HTTP/1.1 404\r\nContent-Length: 1\r\n\r\nx")
            try bench.expect(answer.status, is: 404, "the status")
            try bench.expect(answer.text, is: "x", "the body")
        },
        Case(.heads, "takesAStatusLineWithoutReasonBehindTheSpace") { bench in
            let answer = try bench.answer(toRaw: "HTTP/1.1 404 \r\nContent-Length: 1\r\n\r\nx")
            try bench.expect(answer.status, is: 404, "the status")
            try bench.expect(answer.text, is: "x", "the body")
        },
        Case(.heads, "passesEveryStatusOn", isSimulable: true) { bench in
            let server = try bench.serve { request in
                .text("x", status: .init(code: Int(request.path.dropFirst()) ?? 500))
            }
            let transport = try bench.transport()
            for code in Array(200...599) + [600, 999] {
                let answer = try transport.begin(server.request(.get, "/\(code)")).answer()
                try bench.expect(answer.status, is: code, "the status")
                try bench.expect(answer.text, is: code == 204 || code == 304 ? "" : "x", "the body under \(code)")
            }
        },
        Case(.heads, "skipsContinue") { bench in try skips([(100, [:])], bench) },
        Case(.heads, "skipsProcessing") { bench in try skips([(102, [:]), (102, [.item: "early"])], bench) },
        Case(.heads, "skipsEarlyHints") { bench in
            try skips([(100, [:]), (103, [.link: "</a.css>; rel=preload", .item: "early"]), (103, [:])], bench)
        },
        Case(.heads, "refusesAnUnaskedSwitchOfProtocols") { bench in
            try bench.expectFailure(
                .malformedResponse, ofRaw: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nbytes")
        },
        Case(.heads, "refusesAStatusThatIsNoNumber") { bench in
            try bench.expectFailure(.malformedResponse, ofRaw: "HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n")
        },
        Case(.heads, "refusesAStatusBelowOneHundred") { bench in
            try bench.expectFailure(.malformedResponse, ofRaw: "HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n")
        },
        Case(.heads, "refusesAStatusOfFourDigits") { bench in
            try bench.expectFailure(.malformedResponse, ofRaw: "HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n")
        },
        Case(.heads, "refusesABodyWithoutAHead") { bench in
            try bench.expectFailure(.malformedResponse, ofRaw: "<html>this is HTTP/0.9</html>\r\n")
        },
        Case(.heads, "refusesGarbage") { bench in
            let (error, _) = try bench.failure { _ in .garbage }
            try bench.expect(error, isOneOf: [.malformedResponse])
        },
        Case(.heads, "readsHTTP10WithALength") { bench in
            let answer = try bench.answer(toRaw: "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok")
            try bench.expect(answer.text, is: "ok", "the body")
        },
        Case(.heads, "readsHTTP10UntilTheEnd") { bench in
            let answer = try bench.answer(toRaw: "HTTP/1.0 200 OK\r\nServer: old\r\n\r\nall of it")
            try bench.expect(answer.text, is: "all of it", "the body")
        },
        Case(.heads, "endsTheAnswerToHEADWithTheHead", isSimulable: true) { bench in
            let server = try bench.serve { _ in .text("hello") }
            let transport = try bench.transport()
            for _ in 0..<3 {
                let answer = try transport.begin(server.request(.head)).answer()
                try bench.expect(answer.fields[.contentLength], is: "5", "the Content-Length")
                try bench.expect(answer.byteCount, is: 0, "the number of bytes")
            }
            try bench.expect(server.connections.count <= 1, "one connection for all")
        },
        Case(.heads, "ends204WithTheHead", isSimulable: true) { bench in try endsWithTheHead(204, bench) },
        Case(.heads, "ends304WithTheHead", isSimulable: true) { bench in try endsWithTheHead(304, bench) },
    ]

    private static func skips(_ early: [(HTTPResponse.Status, HTTPFields)], _ bench: Bench) throws {
        let steps = early.map { LoopbackServer.Step.informational($0.0, fields: $0.1) }
        let answer = try bench.answer { _ in
            .steps(steps + [.head(.length(1)), .bytes("x"), .finish()], fields: [.other: "1"])
        }
        try bench.expect(answer.status, is: 200, "the status")
        try bench.expect(answer.fields[.other], is: "1", "the value of X-Other")
        try bench.expect(answer.fields[.item] ?? "none", is: "none", "X-Item, which stood in an earlier head,")
        try bench.expect(answer.text, is: "x", "the body")
    }

    private static func endsWithTheHead(_ status: HTTPResponse.Status, _ bench: Bench) throws {
        let server = try bench.serve { _ in .status(status, fields: [.item: "1"]) }
        let transport = try bench.transport()
        for _ in 0..<3 {
            let answer = try transport.begin(server.request()).answer()
            try bench.expect(answer.status, is: status.code, "the status")
            try bench.expect(answer.fields[.item], is: "1", "the value of X-Item")
            try bench.expect(answer.byteCount, is: 0, "the number of bytes")
        }
        try bench.expect(server.connections.count <= 1, "one connection for all")
    }
}
