internal import RillHTTP

extension TransportConformance {
    /// Compressed bodies.
    static let codingCases: [Case] = [
        Case(.bodies, "decompressesGzip") { bench in
            let answer = try bench.answer { _ in coded(CodedSamples.gzip, "gzip") }
            try bench.expect(answer.text, is: CodedSamples.text, "the body")
        },
        Case(.bodies, "decompressesDeflate") { bench in
            let answer = try bench.answer { _ in coded(CodedSamples.deflate, "deflate") }
            try bench.expect(answer.text, is: CodedSamples.text, "the body")
        },
        Case(.bodies, "decompressesWhatComesInPiecesOfOneByte") { bench in
            let answer = try bench.answer { _ in
                .steps([.head(), .dribble(CodedSamples.gzip), .finish()], fields: [.contentEncoding: "gzip"])
            }
            try bench.expect(answer.text, is: CodedSamples.text, "the body")
        },
        Case(.bodies, "decompressesUntilTheConnectionCloses") { bench in
            let answer = try bench.answer { _ in
                .steps(
                    [.head(.untilClose), .bytes(CodedSamples.gzip), .finish()], fields: [.contentEncoding: "GZIP"])
            }
            try bench.expect(answer.text, is: CodedSamples.text, "the body")
        },
        Case(.bodies, "decompressesNothing") { bench in
            let answer = try bench.answer { _ in coded(CodedSamples.emptyGzip, "gzip") }
            try bench.expect(answer.byteCount, is: 0, "the number of bytes")
        },
        Case(.bodies, "takesACompressedAnswerToHEAD") { bench in
            let answer = try bench.answer(.head) { _ in coded(CodedSamples.gzip, "gzip") }
            try bench.expect(answer.byteCount, is: 0, "the number of bytes")
        },
        Case(.bodies, "boundsWhatUnfolds") { bench in
            let (error, answer) = try bench.failure {
                $0.maximumDecompressedSize = 10_000
            } by: { _ in
                coded(CodedSamples.bomb, "gzip")
            }
            try bench.expect(error, isOneOf: [.tooLarge])
            // What was cut into chunks before the bound was seen to be passed may still come.
            try bench.expect(answer.byteCount <= 10_000 + 64 << 10, "no more than the bound and a buffer")
        },
        Case(.bodies, "unfoldsUpToTheBound") { bench in
            let answer = try bench.answer {
                $0.maximumDecompressedSize = CodedSamples.bombSize
            } by: { _ in
                coded(CodedSamples.bomb, "gzip")
            }
            try bench.expect(answer.byteCount, is: CodedSamples.bombSize, "the number of bytes")
            try bench.expect(answer.body.allSatisfy { $0 == 0 }, "zeros alone")
        },
        Case(.bodies, "boundsNothingElse") { bench in
            let answer = try bench.answer {
                $0.maximumDecompressedSize = 10
            } by: { _ in
                .pattern(byteCount: 100_000)
            }
            try expectPattern(of: 100_000, in: answer, bench)
        },
        Case(.bodies, "leavesCompressedWhatShouldStaySo") { bench in
            let answer = try bench.answer {
                $0.decompresses = false
            } by: { _ in
                coded(CodedSamples.gzip, "gzip")
            }
            try bench.expect(answer.body, is: CodedSamples.gzip, "the body")
            try bench.expect(answer.fields[.contentEncoding], is: "gzip", "the Content-Encoding")
        },
        Case(.bodies, "leavesAPartOfSomethingCompressedAsItIs") { bench in
            let part = Array(CodedSamples.gzip[2..<12])
            let server = try bench.serve { _ in
                .data(part, status: .partialContent).adding(.contentEncoding, "gzip")
                    .adding(.contentRange, "bytes 2-11/\(CodedSamples.gzip.count)")
            }
            let answer = try bench.transport().begin(server.request(.get, "/", [.range: "bytes=2-11"])).answer()
            try bench.expect(answer.body, is: part, "the body")
            let asked = server.requests[0].fields[values: .acceptEncoding]
            try bench.expect(asked, is: ["identity"], "the Accept-Encoding")
        },
        Case(.bodies, "passesAnUnknownCodingOnOrRefusesIt") { bench in
            let server = try bench.serve { _ in coded(Array("as it is".utf8), "x-unknown") }
            let (error, answer) = try bench.transport().begin(server.request()).end()
            if let error {
                try bench.expect(error, isOneOf: [.malformedResponse])
            } else {
                try bench.expect(answer.text, is: "as it is", "the body")
            }
        },
        Case(.bodies, "takesIdentityAsNoCoding") { bench in
            let answer = try bench.answer { _ in coded(Array("as it is".utf8), "identity") }
            try bench.expect(answer.text, is: "as it is", "the body")
        },
    ]

    private static func coded(_ body: [UInt8], _ coding: String) -> LoopbackServer.Response {
        LoopbackServer.Response.data(body).adding(.contentEncoding, coding)
    }
}
