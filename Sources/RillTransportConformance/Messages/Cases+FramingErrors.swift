internal import RillHTTP

extension TransportConformance {
    /// Responses with invalid framing.
    static let framingErrorCases: [Case] = [
        rejectedChunkSizes("rejectsNonHexadecimalChunkSizes", ["zz", "", " ", "0x5", "+5"]),
        rejectedChunkSizes("rejectsNegativeChunkSizes", ["-5"]),
        .failing(
            .errors, "rejectsOverflowingChunkSizes", [chunked("fffffffffffffffff\r\nhello\r\n0\r\n\r\n")],
            with: .malformedResponse, .tooLarge),
        .failing(
            .errors, "rejectsChunksLongerThanTheirSize", [chunked("3\r\nhello\r\n0\r\n\r\n")], with: .malformedResponse),
        rejectedLengths("rejectsANonNumericLength", [["many"], ["5x"], ["0x5"], ["+5"], ["5,6"], ["5 6"]]),
        rejectedLengths("rejectsANegativeLength", [["-5"]]),
        .failing(
            .errors, "rejectsAnOverflowingLength", [head(["99999999999999999999999"])],
            with: .malformedResponse, .tooLarge, .closedEarly),
        rejectedLengths("rejectsConflictingLengths", [["5", "4"], ["4", "5"]]),
    ]

    private static func rejectedChunkSizes(_ name: String, _ sizes: [String]) -> Case {
        let texts = sizes.map { chunked("\($0)\r\nhello\r\n0\r\n\r\n") }
        return .failing(.errors, name, texts, with: .malformedResponse, status: 200)
    }

    private static func rejectedLengths(_ name: String, _ values: [[String]]) -> Case {
        .failing(.errors, name, values.map(head), with: .malformedResponse, status: 0)
    }

    /// Returns an encoded response with the given lengths.
    private static func head(_ lengths: [String]) -> String {
        "HTTP/1.1 200 OK\r\n" + lengths.map { "Content-Length: \($0)\r\n" }.joined() + "\r\nhello"
    }
}
