internal import RillHTTPTesting

extension TransportConformance {
    /// Compressed response bodies.
    ///
    /// A transport delivers bodies unchanged, and the client decodes them, or it decodes them itself. It must then report
    /// damaged bodies and apply the limit.
    static let codingCases: [Case] =
        [
            ("decompressesGzip", "gzip", CodedSamples.gzip, CodedSamples.text),
            ("decompressesDeflate", "deflate", CodedSamples.deflate, CodedSamples.text),
            (
                "decompressesSeveralMembers", "gzip", CodedSamples.gzip + CodedSamples.gzip,
                CodedSamples.text + CodedSamples.text
            ),
        ].map { (name: String, coding: String, body: [UInt8], text: String) in
            Case(.bodies, name, serving: coded(body, coding)) { site in
                let response = try site.response()
                try expect(response.text, is: text, "the body")
                let length = response.fields[.contentLength]
                try expect(length, is: "\(body.count)", "the Content-Length, as the server sent it")
            }
        }
        + [
            ("rejectsTruncatedGzip", "gzip", CodedSamples.gzip),
            ("rejectsTruncatedDeflate", "deflate", CodedSamples.deflate),
        ].map { (name: String, coding: String, body: [UInt8]) in
            Case(.errors, name) { context in
                for count in [1, 9, 20, body.count / 2, body.count - 4, body.count - 1] {
                    let (error, _) = try context.site { _ in coded(Array(body.prefix(count)), coding) }.failure()
                    try expect(error, isOneOf: [.malformedResponse, .closedEarly])
                }
            }
        }
        + [
            Case(.bodies, "ignoresBytesAfterACompressedBody") { context in
                for (body, coding) in [(CodedSamples.gzip, "gzip"), (CodedSamples.deflate, "deflate")] {
                    let response = try context.site { _ in coded(body + [0, 0, 0, 1], coding) }.response()
                    try expect(response.text, is: CodedSamples.text, "the body with the coding \(coding)")
                }
            },
            Case(.bodies, "decompressesUntilTheConnectionCloses") { context in
                let steps: [LoopbackServer.Step] = [.head(.untilClose), .bytes(CodedSamples.gzip), .finish()]
                let site = try context.site { _ in .steps(steps, fields: [.contentEncoding: "GZIP"]) }
                try site.expectText(CodedSamples.text)
            },
            Case(.bodies, "acceptsACompressedResponseToHEAD", serving: coded(CodedSamples.gzip, "gzip")) { site in
                try expect(site.response(.head).byteCount, is: 0, "the number of bytes")
            },
            Case(.bodies, "enforcesTheDecompressionLimit") { context in
                let response = try context.site(options: { $0.maximumDecompressedSize = 10_000 }) { _ in
                    coded(CodedSamples.bomb, "gzip")
                }.failure(with: [.tooLarge]).response
                // Chunks that were decompressed before the limit was exceeded may still be delivered.
                try expect(response.byteCount <= 10_000 + 64 << 10, "at most the limit plus one buffer")
            },
            Case(.bodies, "decompressesUpToTheLimit") { context in
                let response = try context.site(options: { $0.maximumDecompressedSize = CodedSamples.bombSize }) { _ in
                    coded(CodedSamples.bomb, "gzip")
                }.response()
                let zeros = [UInt8](repeating: 0, count: CodedSamples.bombSize)
                try expect(response.body.equals(zeros), "\(zeros.count) zeros, got \(response.byteCount) bytes")
            },
            Case(.bodies, "decompressionLimitIgnoresUncompressedBodies") { context in
                let site = try context.site(options: { $0.maximumDecompressedSize = 10 }) { _ in
                    .pattern(byteCount: 100_000)
                }
                try expectPattern(of: 100_000, in: site.response())
            },
            Case(.bodies, "doesNotDecompressWhenDisabled") { context in
                let response = try context.site(options: { $0.decompresses = false }) { _ in
                    coded(CodedSamples.gzip, "gzip")
                }.response()
                try expect(response.body, is: CodedSamples.gzip, "the body")
                try expect(response.fields[.contentEncoding], is: "gzip", "the Content-Encoding")
            },
            Case(.bodies, "doesNotDecompressPartialContent") { context in
                let part = Array(CodedSamples.gzip[2..<12])
                let site = try context.site { _ in
                    .data(part, status: .partialContent).adding(.contentEncoding, "gzip")
                        .adding(.contentRange, "bytes 2-11/\(CodedSamples.gzip.count)")
                }
                try expect(site.response(.get, "/", [.range: "bytes=2-11"]).body, is: part, "the body")
                let codings = site.server.requests[0].fields[values: .acceptEncoding]
                try expect(codings, is: ["identity"], "the Accept-Encoding")
            },
            Case(.bodies, "deliversAnUnknownCodingUnchanged") { context in
                for coding in ["x-unknown", "UTF-8", "aws-chunked", "gzip, x-unknown"] {
                    let response = try context.site { _ in coded(Array("as it is".utf8), coding) }.response()
                    try expect(response.text, is: "as it is", "the body with the coding \(coding)")
                    try expect(response.fields[.contentEncoding], is: coding, "the Content-Encoding")
                }
            },
            Case(.errors, "rejectsCorruptGzip") { context in
                var corrupt = CodedSamples.gzip
                corrupt[30] ^= 0xFF
                corrupt[31] ^= 0xFF
                for body in [Array("not gzip at all".utf8), corrupt] {
                    try context.site { _ in coded(body, "gzip") }.failure(with: [.malformedResponse])
                }
            },
        ]

    private static func coded(_ body: [UInt8], _ coding: String) -> LoopbackServer.Response {
        LoopbackServer.Response.data(body).adding(.contentEncoding, coding)
    }
}
