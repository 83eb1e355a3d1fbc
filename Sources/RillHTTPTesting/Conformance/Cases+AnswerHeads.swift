internal import RillHTTP

extension TransportConformance {
    /// The fields of answers.
    static let answerHeadCases: [Case] = [
        Case(.heads, "keepsRepeatedFieldsInOrder", isSimulable: true) { bench in
            let answer = try bench.answer { _ in
                LoopbackServer.Response.text("x").adding(.item, "1").adding(.other, "-")
                    .adding(HTTPField.Name(literal: "x-item"), "2").adding(HTTPField.Name(literal: "X-ITEM"), "3")
            }
            let ours = answer.fields.filter { $0.name == .item || $0.name == .other }.map(\.value)
            try bench.expect(ours, is: ["1", "-", "2", "3"], "the values in order")
            try bench.expect(answer.fields[values: .item], is: ["1", "2", "3"], "the values of X-Item")
        },
        Case(.heads, "keepsCookiesApart") { bench in
            let cookies = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2; Path=/", "a=3"]
            let answer = try bench.answer { _ in
                cookies.reduce(.text("x")) { $0.adding(.setCookie, $1) }
            }
            try bench.expect(answer.fields[values: .setCookie], is: cookies, "the cookies")
        },
        Case(.heads, "findsNamesInAnyCase", isSimulable: true) { bench in
            let answer = try bench.answer { _ in
                .steps([.head(.length(1), style: .lowercaseNames), .bytes("x"), .finish()], fields: [.item: "1"])
            }
            try bench.expect(answer.fields[HTTPField.Name(literal: "X-ITEM")], is: "1", "the value of X-ITEM")
        },
        Case(.heads, "takesNamesWithoutASpaceBehindTheColon") { bench in
            let answer = try bench.answer { _ in
                .steps([.head(.length(1), style: .noSpaceAfterColon), .bytes("x"), .finish()], fields: [.item: "1"])
            }
            try bench.expect(answer.fields[.item], is: "1", "the value of X-Item")
            try bench.expect(answer.text, is: "x", "the body")
        },
        Case(.heads, "dropsBlanksAroundValues") { bench in
            let answer = try bench.answer(toRaw: head("X-Item: \t a b \t"))
            try bench.expect(answer.fields[.item], is: "a b", "the value of X-Item")
        },
        Case(.heads, "keepsEmptyValues") { bench in
            let answer = try bench.answer(toRaw: head("X-Item:", "X-Item: ", "X-Other: \t "))
            try bench.expect(answer.fields[values: .item], is: ["", ""], "the values of X-Item")
            try bench.expect(answer.fields[values: .other], is: [""], "the values of X-Other")
        },
        Case(.heads, "readsLatin1Values") { bench in
            let answer = try bench.answer { _ in
                .steps([.head(.length(0), style: .latin1Values), .finish()], fields: [.item: "caf\u{E9} \u{FF}"])
            }
            try bench.expect(answer.fields[.item], is: "caf\u{E9} \u{FF}", "the value of X-Item")
        },
        Case(.heads, "readsUTF8Values", isSimulable: true) { bench in
            let answer = try bench.answer { _ in LoopbackServer.Response.text("x").adding(.item, "日本 caf\u{E9}") }
            try bench.expect(answer.fields[.item], is: "日本 caf\u{E9}", "the value of X-Item")
        },
        Case(.heads, "joinsFoldedLines") { bench in
            let answer = try bench.answer(toRaw: head("X-Item: one", "  two", "\tthree", "X-Other: 1"))
            let words = answer.fields[.item]?.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
            try bench.expect(words, is: "one two three", "the value of X-Item")
            try bench.expect(answer.fields[.other], is: "1", "the value of X-Other")
        },
        Case(.heads, "takesFiveThousandFields") { bench in
            let answer = try bench.answer { _ in
                (0..<5_000).reduce(into: .text("x")) { response, number in
                    response.fields.append(HTTPField(name: .item, value: "\(number)"))
                }
            }
            let expected = (0..<5_000).map { "\($0)" }
            try bench.expect(answer.fields[values: .item] == expected, "all 5,000 values in order")
        },
        Case(.heads, "takesAFieldOf60KB") { bench in
            let value = String(repeating: "0123456789", count: 6_000)
            let answer = try bench.answer { _ in LoopbackServer.Response.text("x").adding(.item, value) }
            try bench.expect(answer.fields[.item] == value, "the value as it was sent")
        },
        Case(.heads, "givesUpAHeadWithoutEnd") { bench in
            let line = "X-Item: \(String(repeating: "a", count: 1_000))\r\n"
            let text = "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 8_000)
            let (error, answer) = try bench.failure { _ in .steps([.raw(text), .stall]) }
            try bench.expect(error, isOneOf: [.tooLarge, .malformedResponse])
            try bench.expect(answer.byteCount, is: 0, "the number of bytes of the body")
        },
        Case(.heads, "takesAHeadInPiecesOfOneByte") { bench in
            let answer = try bench.answer { _ in
                .steps([.raw(Array(head("X-Item: 1").utf8), pieceSize: 1), .close])
            }
            try bench.expect(answer.fields[.item], is: "1", "the value of X-Item")
        },
        Case(.heads, "refusesLinesThatEndWithALineFeedAlone") { bench in
            let text = head("X-Item: 1").replacingReturns(with: "")
            try bench.expectFailure(.malformedResponse, ofRaw: text)
        },
        Case(.heads, "refusesALoneReturn") { bench in
            try bench.expectFailure(.malformedResponse, ofRaw: head("X-Item: a\rX-Other: b"))
        },
        Case(.heads, "refusesNUL") { bench in
            try bench.expectFailure(.malformedResponse, ofRaw: head("X-Item: a\0b"))
        },
        Case(.heads, "refusesALineWithoutAColon") { bench in
            try bench.expectFailure(.malformedResponse, ofRaw: head("no colon"))
        },
    ]

    /// A head as it stands on the wire, for an empty body.
    private static func head(_ lines: String...) -> String {
        "HTTP/1.1 200 OK\r\n" + (lines + ["Content-Length: 0"]).map { $0 + "\r\n" }.joined() + "\r\n"
    }
}

extension String {
    /// The text with its carriage returns replaced; as scalars, because CR LF is one character.
    fileprivate func replacingReturns(with text: String) -> String {
        unicodeScalars.map { $0 == "\r" ? text : String($0) }.joined()
    }
}
