internal import RillHTTP

extension TransportConformance {
    /// Responses with invalid framing or content coding.
    static let framingErrorCases: [Case] = [
        Case(.errors, "rejectsNonHexadecimalChunkSizes") { context in
            for size in ["zz", "", " ", "0x5", "+5"] { try expectRejectedChunkSize(size, context) }
        },
        Case(.errors, "rejectsNegativeChunkSizes") { context in try expectRejectedChunkSize("-5", context) },
        Case(.errors, "rejectsOverflowingChunkSizes") { context in
            try context.expectFailure(
                .malformedResponse, .tooLarge, ofRaw: chunked("fffffffffffffffff\r\nhello\r\n0\r\n\r\n"))
        },
        Case(.errors, "rejectsChunksLongerThanTheirSize") { context in
            try context.expectFailure(.malformedResponse, ofRaw: chunked("3\r\nhello\r\n0\r\n\r\n"))
        },
        Case(.errors, "rejectsANonNumericLength") { context in
            for length in ["many", "5x", "0x5", "+5", "5,6"] { try expectRejectedLengths([length], context) }
        },
        Case(.errors, "rejectsANegativeLength") { context in try expectRejectedLengths(["-5"], context) },
        Case(.errors, "rejectsAnOverflowingLength") { context in
            try context.expectFailure(
                .malformedResponse, .tooLarge, .closedEarly,
                ofRaw: "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nhello")
        },
        Case(.errors, "rejectsConflictingLengths") { context in
            try expectRejectedLengths(["5", "4"], context)
            try expectRejectedLengths(["4", "5"], context)
        },
        Case(.errors, "rejectsCorruptGzip") { context in
            var corrupt = CodedSamples.gzip
            corrupt[30] ^= 0xFF
            corrupt[31] ^= 0xFF
            for body in [Array("not gzip at all".utf8), corrupt] {
                let (error, _) = try context.failure { _ in
                    LoopbackServer.Response.data(body).adding(.contentEncoding, "gzip")
                }
                try context.expect(error, isOneOf: [.malformedResponse])
            }
        },
        Case(.errors, "rejectsTruncatedGzip") { context in
            try expectRejectedCuts(of: CodedSamples.gzip, "gzip", context)
        },
        Case(.errors, "rejectsTruncatedDeflate") { context in
            try expectRejectedCuts(of: CodedSamples.deflate, "deflate", context)
        },
    ]

    /// Expects a failure for each beginning of a body, whose length is correct.
    private static func expectRejectedCuts(of body: [UInt8], _ coding: String, _ context: CaseContext) throws {
        let server = try context.serve { request in
            let count = Int(request.path.dropFirst()) ?? 0
            return LoopbackServer.Response.data(Array(body.prefix(count))).adding(.contentEncoding, coding)
        }
        let transport = try context.transport()
        for count in 1..<body.count {
            let (error, _) = try transport.start(server.request(.get, "/\(count)")).failure()
            try context.expect(error, isOneOf: [.malformedResponse, .closedEarly])
        }
    }

    private static func expectRejectedChunkSize(_ size: String, _ context: CaseContext) throws {
        let (error, response) = try context.failure { _ in
            .steps([.raw(chunked("\(size)\r\nhello\r\n0\r\n\r\n")), .close])
        }
        try context.expect(error.code, is: .malformedResponse, "the error code for the chunk size \"\(size)\"")
        try context.expect(response.status, is: 200, "the status code for the chunk size \"\(size)\"")
    }

    private static func expectRejectedLengths(_ lengths: [String], _ context: CaseContext) throws {
        let lines = lengths.map { "Content-Length: \($0)\r\n" }.joined()
        try context.expectRejectedHead(ofRaw: "HTTP/1.1 200 OK\r\n\(lines)\r\nhello")
    }
}
