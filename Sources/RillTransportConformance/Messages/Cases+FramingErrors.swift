internal import RillHTTP

extension TransportConformance {
    /// Responses with invalid framing.
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
            for length in ["many", "5x", "0x5", "+5", "5,6", "5 6"] { try expectRejectedLengths([length], context) }
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
    ]

    private static func expectRejectedChunkSize(_ size: String, _ context: CaseContext) throws {
        let (error, response) = try context.failure { _ in
            .steps([.raw(chunked("\(size)\r\nhello\r\n0\r\n\r\n")), .close])
        }
        try expect(error.code, is: .malformedResponse, "the error code for the chunk size \"\(size)\"")
        try expect(response.status, is: 200, "the status code for the chunk size \"\(size)\"")
    }

    private static func expectRejectedLengths(_ lengths: [String], _ context: CaseContext) throws {
        let lines = lengths.map { "Content-Length: \($0)\r\n" }.joined()
        try context.expectRejectedHead(ofRaw: "HTTP/1.1 200 OK\r\n\(lines)\r\nhello")
    }
}
