internal import RillHTTP

extension TransportConformance {
    /// Compressed response bodies.
    static let codingCases: [Case] = [
        Case(.bodies, "decompressesGzip") { context in
            let response = try context.response { _ in coded(CodedSamples.gzip, "gzip") }
            try context.expect(response.text, is: CodedSamples.text, "the body")
            let length = response.fields[.contentLength]
            try context.expect(length, is: "\(CodedSamples.gzip.count)", "the Content-Length, as the server sent it")
        },
        Case(.bodies, "decompressesDeflate") { context in
            let response = try context.response { _ in coded(CodedSamples.deflate, "deflate") }
            try context.expect(response.text, is: CodedSamples.text, "the body")
        },
        Case(.bodies, "decompressesDeflateWithoutAHeader") { context in
            let response = try context.response { _ in coded(CodedSamples.rawDeflate, "deflate") }
            try context.expect(response.text, is: CodedSamples.text, "the body")
        },
        Case(.bodies, "decompressesSeveralMembers") { context in
            let members = CodedSamples.gzip + CodedSamples.emptyGzip + CodedSamples.gzip
            let response = try context.response { _ in coded(members, "gzip") }
            try context.expect(response.text, is: CodedSamples.text + CodedSamples.text, "the body")
        },
        Case(.bodies, "decompressesSeveralCodings") { context in
            let response = try context.response { _ in coded(CodedSamples.gzippedDeflate, "deflate, gzip") }
            try context.expect(response.text, is: CodedSamples.text, "the body")
        },
        Case(.bodies, "ignoresBytesAfterACompressedBody") { context in
            for (body, coding) in [(CodedSamples.gzip, "gzip"), (CodedSamples.deflate, "deflate")] {
                let response = try context.response { _ in coded(body + [0, 0, 0, 1], coding) }
                try context.expect(response.text, is: CodedSamples.text, "the body with the coding \(coding)")
            }
        },
        Case(.bodies, "decompressesSingleByteChunks") { context in
            let response = try context.response { _ in
                .steps([.head(), .dribble(CodedSamples.gzip), .finish()], fields: [.contentEncoding: "gzip"])
            }
            try context.expect(response.text, is: CodedSamples.text, "the body")
        },
        Case(.bodies, "decompressesUntilTheConnectionCloses") { context in
            let response = try context.response { _ in
                .steps(
                    [.head(.untilClose), .bytes(CodedSamples.gzip), .finish()], fields: [.contentEncoding: "GZIP"])
            }
            try context.expect(response.text, is: CodedSamples.text, "the body")
        },
        Case(.bodies, "decompressesAnEmptyBody") { context in
            let response = try context.response { _ in coded(CodedSamples.emptyGzip, "gzip") }
            try context.expect(response.byteCount, is: 0, "the number of bytes")
        },
        Case(.bodies, "acceptsACompressedResponseToHEAD") { context in
            let response = try context.response(.head) { _ in coded(CodedSamples.gzip, "gzip") }
            try context.expect(response.byteCount, is: 0, "the number of bytes")
        },
        Case(.bodies, "enforcesTheDecompressionLimit") { context in
            let (error, response) = try context.failure {
                $0.maximumDecompressedSize = 10_000
            } by: { _ in
                coded(CodedSamples.bomb, "gzip")
            }
            try context.expect(error, isOneOf: [.tooLarge])
            // Chunks that were decompressed before the limit was exceeded may still be delivered.
            try context.expect(response.byteCount <= 10_000 + 64 << 10, "at most the limit plus one buffer")
        },
        Case(.bodies, "decompressesUpToTheLimit") { context in
            let response = try context.response {
                $0.maximumDecompressedSize = CodedSamples.bombSize
            } by: { _ in
                coded(CodedSamples.bomb, "gzip")
            }
            try context.expect(response.byteCount, is: CodedSamples.bombSize, "the number of bytes")
            try context.expect(response.body.allSatisfy { $0 == 0 }, "only zero bytes")
        },
        Case(.bodies, "decompressionLimitIgnoresUncompressedBodies") { context in
            let response = try context.response {
                $0.maximumDecompressedSize = 10
            } by: { _ in
                .pattern(byteCount: 100_000)
            }
            try expectPattern(of: 100_000, in: response, context)
        },
        Case(.bodies, "doesNotDecompressWhenDisabled") { context in
            let response = try context.response {
                $0.decompresses = false
            } by: { _ in
                coded(CodedSamples.gzip, "gzip")
            }
            try context.expect(response.body, is: CodedSamples.gzip, "the body")
            try context.expect(response.fields[.contentEncoding], is: "gzip", "the Content-Encoding")
        },
        Case(.bodies, "doesNotDecompressPartialContent") { context in
            let part = Array(CodedSamples.gzip[2..<12])
            let server = try context.serve { _ in
                .data(part, status: .partialContent).adding(.contentEncoding, "gzip")
                    .adding(.contentRange, "bytes 2-11/\(CodedSamples.gzip.count)")
            }
            let response = try context.transport().start(server.request(.get, "/", [.range: "bytes=2-11"])).response()
            try context.expect(response.body, is: part, "the body")
            let codings = server.requests[0].fields[values: .acceptEncoding]
            try context.expect(codings, is: ["identity"], "the Accept-Encoding")
        },
        Case(.bodies, "deliversAnUnknownCodingUnchanged") { context in
            for coding in ["x-unknown", "UTF-8", "aws-chunked", "gzip, x-unknown"] {
                let response = try context.response { _ in coded(Array("as it is".utf8), coding) }
                try context.expect(response.text, is: "as it is", "the body with the coding \(coding)")
                try context.expect(response.fields[.contentEncoding], is: coding, "the Content-Encoding")
            }
        },
        Case(.bodies, "treatsIdentityAsNoCoding") { context in
            let response = try context.response { _ in coded(Array("as it is".utf8), "identity") }
            try context.expect(response.text, is: "as it is", "the body")
        },
    ]

    private static func coded(_ body: [UInt8], _ coding: String) -> LoopbackServer.Response {
        LoopbackServer.Response.data(body).adding(.contentEncoding, coding)
    }
}
