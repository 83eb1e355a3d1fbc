internal import RillHTTP

extension TransportConformance {
    /// Answers whose framing or coding is wrong.
    static let framingErrorCases: [Case] = [
        Case(.errors, "refusesChunkSizesThatAreNone") { bench in
            for size in ["zz", "", " ", "0x5", "+5"] {
                try bench.expectFailure(.malformedResponse, ofRaw: chunked("\(size)\r\nhello\r\n0\r\n\r\n"))
            }
        },
        Case(.errors, "refusesNegativeChunkSizes") { bench in
            try bench.expectFailure(.malformedResponse, ofRaw: chunked("-5\r\nhello\r\n0\r\n\r\n"))
        },
        Case(.errors, "refusesEnormousChunkSizes") { bench in
            try bench.expectFailure(
                .malformedResponse, .tooLarge, ofRaw: chunked("fffffffffffffffff\r\nhello\r\n0\r\n\r\n"))
        },
        Case(.errors, "refusesChunksThatAreLongerThanTheySay") { bench in
            try bench.expectFailure(.malformedResponse, ofRaw: chunked("3\r\nhello\r\n0\r\n\r\n"))
        },
        Case(.errors, "refusesALengthThatIsNoNumber") { bench in
            for length in ["many", "5x", "0x5", "+5", "5,6"] { try refusesLengths([length], bench) }
        },
        Case(.errors, "refusesANegativeLength") { bench in try refusesLengths(["-5"], bench) },
        Case(.errors, "refusesAnEnormousLength") { bench in
            try bench.expectFailure(
                .malformedResponse, .tooLarge, .closedEarly,
                ofRaw: "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nhello")
        },
        Case(.errors, "refusesTwoDifferentLengths") { bench in
            try refusesLengths(["5", "4"], bench)
            try refusesLengths(["4", "5"], bench)
        },
        Case(.errors, "refusesCorruptGzip") { bench in
            var corrupt = CodedSamples.gzip
            corrupt[30] ^= 0xFF
            corrupt[31] ^= 0xFF
            for body in [Array("not gzip at all".utf8), corrupt] {
                let (error, _) = try bench.failure { _ in
                    LoopbackServer.Response.data(body).adding(.contentEncoding, "gzip")
                }
                try bench.expect(error, isOneOf: [.malformedResponse])
            }
        },
        Case(.errors, "refusesGzipThatBreaksOff") { bench in
            let (error, _) = try bench.failure { _ in
                LoopbackServer.Response.data(Array(CodedSamples.gzip.prefix(40))).adding(.contentEncoding, "gzip")
            }
            try bench.expect(error, isOneOf: [.malformedResponse, .closedEarly])
        },
    ]

    private static func refusesLengths(_ lengths: [String], _ bench: Bench) throws {
        let lines = lengths.map { "Content-Length: \($0)\r\n" }.joined()
        try bench.expectFailure(.malformedResponse, ofRaw: "HTTP/1.1 200 OK\r\n\(lines)\r\nhello")
    }
}
