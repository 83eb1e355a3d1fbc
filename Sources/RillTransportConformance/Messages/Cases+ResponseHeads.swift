internal import RillHTTPTesting

extension TransportConformance {
    /// Response header fields.
    static let responseHeadCases: [Case] =
        [
            Case(.heads, "keepsRepeatedFieldsInOrder", runsWithoutNetwork: true) { context in
                let response = try context.site { _ in
                    LoopbackServer.Response.text("x").adding(.item, "1").adding(.other, "-")
                        .adding(HTTPField.Name(literal: "x-item"), "2").adding(HTTPField.Name(literal: "X-ITEM"), "3")
                }.response()
                let ours = response.fields.filter { $0.name == .item || $0.name == .other }.map(\.value)
                try expect(ours, is: ["1", "-", "2", "3"], "the values in order")
                try expect(response.fields[values: .item], is: ["1", "2", "3"], "the values of X-Item")
            },
            fieldCase(
                "keepsSetCookieFieldsSeparate", cookies.reduce(.text("x")) { $0.adding(.setCookie, $1) },
                is: [.setCookie: cookies]),
            fieldCase(
                "findsFieldsCaseInsensitively", runsWithoutNetwork: true,
                .steps([.head(.length(1), style: .lowercaseNames), .bytes("x"), .finish()], fields: [.item: "1"]),
                is: [HTTPField.Name(literal: "X-ITEM"): ["1"]]),
            Case(.heads, "acceptsNoSpaceAfterTheColon") { context in
                let response = try context.site { _ in
                    .steps(
                        [.head(.length(1), style: .noSpaceAfterColon), .bytes("x"), .finish()], fields: [.item: "1"])
                }.response()
                try expect(response.fields[.item], is: "1", "the value of X-Item")
                try expect(response.text, is: "x", "the body")
            },
            fieldCase(
                "trimsWhitespaceAroundValues", .steps([.raw(head("X-Item: \t a b \t")), .close]), is: [.item: ["a b"]]),
            fieldCase(
                "keepsEmptyValues", .steps([.raw(head("X-Item:", "X-Item: ", "X-Other: \t ")), .close]),
                is: [.item: ["", ""], .other: [""]]),
            fieldCase(
                "readsLatin1Values",
                .steps([.head(.length(0), style: .latin1Values), .finish()], fields: [.item: "caf\u{E9} \u{FF}"]),
                is: [.item: ["caf\u{E9} \u{FF}"]]),
            fieldCase(
                "readsUTF8Values", runsWithoutNetwork: true, .text("x").adding(.item, "日本 caf\u{E9}"),
                is: [.item: ["日本 caf\u{E9}"]]),
            Case(.heads, "joinsFoldedLines") { context in
                let text = head("X-Item: one", "  two", "\tthree", "X-Other: 1")
                let response = try context.site { _ in .steps([.raw(text), .close]) }.response()
                let words = response.fields[.item]?.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
                try expect(words, is: "one two three", "the value of X-Item")
                try expect(response.fields[.other], is: "1", "the value of X-Other")
            },
            // Newer versions of libcurl accept at most 5,000 fields, and the server adds some.
            Case(.heads, "acceptsThousandsOfFields") { context in
                let response = try context.site { _ in
                    (0..<4_900).reduce(into: .text("x")) { response, number in
                        let name = number % 2 == 0 ? .item : HTTPField.Name("X-\(number)") ?? .other
                        response.fields.append(HTTPField(name: name, value: "\(number)"))
                    }
                }.response()
                let expected = (0..<4_900).map { "\($0)" }
                let values = response.fields.filter { $0.name.rawName.hasPrefix("X-") }.map(\.value)
                try expect(values == expected, "all 4,900 values in order")
                try expect(response.fields[values: .item].count, is: 2_450, "the number of values of X-Item")
            },
            fieldCase("acceptsA60KBField", .text("x").adding(.item, longValue), is: [.item: [longValue]]),
            Case(.heads, "rejectsAVeryLargeHead") { context in
                let line = "X-Item: \(String(repeating: "a", count: 1_000))\r\n"
                let text = "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 8_000)
                let (error, response) = try context.site { _ in .steps([.raw(text), .stall]) }.failure()
                try expect(error, isOneOf: [.tooLarge, .malformedResponse])
                try expect(response.byteCount, is: 0, "the number of body bytes")
            },
            fieldCase(
                "acceptsAHeadByteByByte", .steps([.raw(Array(head("X-Item: 1").utf8), chunkSize: 1), .close]),
                is: [.item: ["1"]]),
        ] + rejectedHeadCases

    private static let cookies = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2; Path=/", "a=3"]
    private static let longValue = String(repeating: "0123456789", count: 6_000)

    /// Returns a case that expects values of header fields in a response.
    private static func fieldCase(
        _ name: String, runsWithoutNetwork: Bool = false,
        _ response: @autoclosure @escaping @Sendable () -> LoopbackServer.Response,
        is expected: [HTTPField.Name: [String]]
    ) -> Case {
        Case(.heads, name, runsWithoutNetwork: runsWithoutNetwork, serving: response()) { site in
            try expect(site.response().fields, contain: expected)
        }
    }

    /// Heads that are malformed.
    private static let rejectedHeadCases: [Case] = [
        ("rejectsLinesWithoutACarriageReturn", "HTTP/1.1 200 OK\nX-Item: 1\nContent-Length: 0\n\n"),
        ("rejectsALoneCarriageReturn", head("X-Item: a\rX-Other: b")), ("rejectsNUL", head("X-Item: a\0b")),
        ("rejectsALineWithoutAColon", head("no colon")),
        ("rejectsAnUnrequestedProtocolSwitch", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nbytes"),
        ("rejectsANonNumericStatus", "HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n"),
        ("rejectsAStatusBelowOneHundred", "HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n"),
        ("rejectsAFourDigitStatus", "HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n"),
        ("rejectsHTTP09", "<html>this is HTTP/0.9</html>\r\n"),
        ("rejectsGarbage", "\u{16}\u{3}\u{1} this is not HTTP\r\n\r\n"),
    ].map { name, text in .failing(.heads, name, [text], with: .malformedResponse, status: 0) }

    /// Returns an encoded response head for an empty body.
    private static func head(_ lines: String...) -> String {
        "HTTP/1.1 200 OK\r\n" + (lines + ["Content-Length: 0"]).map { $0 + "\r\n" }.joined() + "\r\n"
    }
}
