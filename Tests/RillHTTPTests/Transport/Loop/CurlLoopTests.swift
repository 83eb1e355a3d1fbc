#if os(Linux)
    import RillHTTPTesting
    import Testing

    @testable import RillHTTP

    @Suite struct CurlLoopTests {
        @Test func deliversHeadAndBody() throws {
            let server = try LoopbackServer { _ in
                .text("hello").adding(.init(literal: "X-Twice"), "1").adding(.init(literal: "x-twice"), "2")
            }
            defer { server.stop() }
            let notes = try CurlLoop.direct().run("GET", server.baseURL + "/")
            #expect(notes?.results == [.completed])
            #expect(notes?.text == "hello")
            #expect(notes?.violations == 0)
            let head = try #require(notes?.heads.first)
            #expect(head.status.code == 200)
            #expect(head.status.reasonPhrase == "OK")
            let twice = head.headerFields.filter { $0.name.canonicalName == "x-twice" }
            #expect(twice.map(\.name.rawName) == ["X-Twice", "x-twice"])
            #expect(twice.map(\.value) == ["1", "2"])
        }

        @Test(arguments: [
            LoopbackServer.HeadStyle.noReasonPhrase, .noSpaceAfterColon, .lowercaseNames, .latin1Values,
        ])
        func acceptsVariantsOfHeads(style: LoopbackServer.HeadStyle) throws {
            let server = try LoopbackServer { _ in
                .steps([.head(style: style), .bytes("ok"), .finish()]).adding(.init(literal: "X-Name"), "caf\u{E9}")
            }
            defer { server.stop() }
            let notes = try CurlLoop.direct().run("GET", server.baseURL + "/")
            #expect(notes?.results == [.completed])
            #expect(notes?.text == "ok")
            #expect(notes?.heads.first?.headerFields.first { $0.name.canonicalName == "x-name" }?.value == "caf\u{E9}")
        }

        @Test func skipsInformationalHeadsAndTrailers() throws {
            let server = try LoopbackServer { _ in
                .steps([
                    .informational(.init(code: 103), fields: [.link: "<a>"]), .informational(.init(code: 100)), .head(),
                    .bytes("body"), .finish(trailers: [.link: "<b>"]),
                ])
            }
            defer { server.stop() }
            let notes = try CurlLoop.direct().run("GET", server.baseURL + "/")
            #expect(notes?.results == [.completed])
            #expect(notes?.heads.map(\.status.code) == [200])
            #expect(notes?.heads.first?.headerFields.contains { $0.name.canonicalName == "link" } == false)
            #expect(notes?.text == "body")
        }

        @Test func acceptsThousandsOfHeaderFields() throws {
            let server = try LoopbackServer { _ in
                .steps([
                    .raw("HTTP/1.1 200 OK\r\n" + (0..<4_000).map { "X-\($0): \($0)\r\n" }.joined() + "\r\n"), .close,
                ])
            }
            defer { server.stop() }
            let notes = try CurlLoop.direct().run("GET", server.baseURL + "/")
            #expect(notes?.results == [.completed])
            #expect(notes?.heads.first?.headerFields.count == 4_000)
        }

        @Test func responseWithoutBodyCompletes() throws {
            let server = try LoopbackServer { request in
                switch request.path {
                case "/204": .status(.init(code: 204))
                case "/304": .status(.init(code: 304))
                default: .text("never sent")
                }
            }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            for (method, path, status) in [("HEAD", "/", 200), ("GET", "/204", 204), ("GET", "/304", 304)] {
                let notes = try loop.run(method, server.baseURL + path)
                #expect(notes?.results == [.completed])
                #expect(notes?.heads.map(\.status.code) == [status])
                #expect(notes?.chunkCount == 0)
            }
            #expect(server.connections.count == 1)
        }

        @Test func decompressesBody() throws {
            // "hello hello hello hello hello", compressed with gzip
            let gzip: [UInt8] = [
                31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 87, 200, 192, 78, 2, 0, 246, 210, 83, 56, 29,
                0, 0, 0,
            ]
            let server = try LoopbackServer { _ in .data(gzip).adding(.contentEncoding, "gzip") }
            defer { server.stop() }
            let notes = try CurlLoop.direct().run("GET", server.baseURL + "/")
            #expect(notes?.results == [.completed])
            #expect(notes?.text == "hello hello hello hello hello")
            // The head is the one sent by the server.
            let length = notes?.heads.first?.headerFields.first { $0.name.canonicalName == "content-length" }
            #expect(length?.value == "\(gzip.count)")
        }

        @Test func doesNotFollowRedirects() throws {
            let server = try LoopbackServer { _ in .status(.init(code: 302), fields: [.location: "/other"]) }
            defer { server.stop() }
            let notes = try CurlLoop.direct().run("GET", server.baseURL + "/")
            #expect(notes?.results == [.completed])
            #expect(notes?.heads.map(\.status.code) == [302])
            #expect(server.requests.count == 1)
        }

        @Test func deliversBodyInChunksUpTo64KiB() throws {
            let server = try LoopbackServer { _ in .pattern(byteCount: 10_000_000) }
            defer { server.stop() }
            let notes = try CurlLoop.direct().run("GET", server.baseURL + "/")
            #expect(notes?.results == [.completed])
            #expect(notes?.byteCount == 10_000_000)
            #expect(notes?.isPattern == true)
            #expect(notes?.violations == 0)
            #expect((notes?.largestChunk ?? .max) <= 64 * 1024)
        }

        @Test func runsManyExchangesConcurrently() throws {
            let server = try LoopbackServer { request in .text(request.target) }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            let exchanges = try (0..<200).map { number in
                (number, try loop.start("GET", server.baseURL + "/\(number)").recorder)
            }
            for (number, recorder) in exchanges {
                let notes = recorder.waitForEnd()
                #expect(notes?.results == [.completed])
                #expect(notes?.text == "/\(number)")
                #expect(notes?.violations == 0)
            }
        }

        @Test func handlerStartsNextExchange() throws {
            let server = try LoopbackServer { _ in .text("x") }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            let second = CurlRecorder()
            let url = server.baseURL + "/"
            let first = CurlRecorder { _ in
                _ = try? loop.start("GET", url, recorder: second)
            }
            _ = try loop.start("GET", url, recorder: first)
            #expect(first.waitForEnd()?.results == [.completed])
            #expect(second.waitForEnd()?.results == [.completed])
        }
    }
#endif
