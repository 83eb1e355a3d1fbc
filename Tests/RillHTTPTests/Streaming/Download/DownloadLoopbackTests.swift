#if os(Linux)
    import Foundation
    import RillHTTPTestSupport
    import RillHTTPTesting
    import RillSystem
    import RillTestSupport
    import Testing

    /// Downloads from a loopback server to the file system.
    @Suite struct DownloadLoopbackTests {
        private let limit = Duration.seconds(60)
        private let files: TemporaryFiles
        private let request = Anything<Int>(path: "/file")

        init() throws {
            files = try TemporaryFiles()
        }

        private var names: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: files.path(""))) ?? ["unreadable"]).sorted()
        }

        private func content(_ name: String = "file") -> Data? {
            try? Data(contentsOf: URL(fileURLWithPath: files.path(name)))
        }

        /// Checks that the folder contains only a file with the given content.
        private func expectOnlyFile(_ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) {
            #expect(content() == Data(bytes), sourceLocation: location)
            #expect(names == ["file"], sourceLocation: location)
        }

        private func client(_ server: LoopbackServer) -> Client {
            Client(baseURL: server.baseURL, transport: CurlTransport(options: .withoutTimeouts))
        }

        private func resumingDownload(_ server: LoopbackServer) -> Observable<DownloadProgress> {
            client(server).download(request, to: files.path("file"), options: DownloadOptions(resumes: true))
        }

        /// Returns the bytes of the server's pattern.
        private static func pattern(_ count: Int) -> [UInt8] {
            let period = (0..<251).map { LoopbackServer.patternByte(at: $0) }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(count + period.count)
            while bytes.count < count { bytes += period }
            return Array(bytes.prefix(count))
        }

        /// Returns a server that interrupts its first responses after the given numbers of bytes.
        private func serve(_ count: Int, breakingAfter limits: [Int], with end: LoopbackServer.Step) throws
            -> LoopbackServer
        {
            var file = ServedFile(0)
            file.bytes = Self.pattern(count)
            let requests = Log<Int>()
            return try LoopbackServer { [file] request in
                requests.append(0)
                let response = file.response(request.fields)
                let number = requests.entries.count - 1
                guard number < limits.count else {
                    return .init(status: response.status, fields: response.fields, body: response.body)
                }
                return .steps(
                    [.head(.length(response.body.count)), .bytes(Array(response.body.prefix(limits[number]))), end],
                    status: response.status, fields: response.fields)
            }
        }

        @Test func slowDiskAppliesBackPressureToServer() throws {
            let size = 64 << 20
            var serverOptions = LoopbackServer.Options()
            serverOptions.sendBufferSize = 64 << 10
            let server = try LoopbackServer(options: serverOptions) { _ in .pattern(byteCount: size) }
            defer { server.stop() }
            let other = try LoopbackServer { _ in .pattern(byteCount: 16 << 20) }
            defer { other.stop() }

            let gate = LoopbackServer.Gate()
            let started = LoopbackServer.Gate()
            defer { gate.open() }
            var options = DownloadOptions()
            options.system.write = { [write = options.system.write] descriptor, bytes throws(FileSystemCalls.Failure) in
                started.open()
                guard gate.wait(timeout: .seconds(120)) else { throw FileSystemCalls.Failure(ETIMEDOUT) }
                return try write(descriptor, bytes)
            }
            let client = client(server)
            let last = Log<DownloadProgress>()
            let ended = LoopbackServer.Gate()
            let subscription = client.download(request, to: files.path("file"), options: options)
                .subscribe { event in
                    if case .next(let progress) = event { last.append(progress) }
                    if event.isTerminal { ended.open() }
                }
            defer { subscription.dispose() }
            #expect(started.wait(timeout: limit))
            // Without back-pressure, the server would write everything during the other downloads.
            for _ in 0..<3 {
                let otherChunks = client.stream(Anything<Int>(baseURL: other.baseURL), as: .chunks)
                let count = try otherChunks.reduce(0) { $0 + $1.count }.wait(timeout: limit)
                #expect(count == 16 << 20)
            }
            let written = server.bodyBytesWritten
            #expect(written < 24 << 20, "expected back-pressure, but the server wrote \(written) bytes")
            gate.open()
            #expect(ended.wait(timeout: limit))
            #expect(last.entries.last == DownloadProgress(completed: size, total: size, isFinished: true))
            let completed = last.entries.map(\.completed)
            #expect(completed == completed.sorted())
            expectOnlyFile(Self.pattern(size))
        }

        @Test func resumesAfterConnectionClose() throws {
            let size = 3_000_000
            let server = try serve(size, breakingAfter: [1_000_000, 500_000, 0], with: .close)
            defer { server.stop() }
            let download = resumingDownload(server)
            let progress = try download.retry(4).toArray().wait(timeout: limit)
            let last = DownloadProgress(completed: size, total: size, resumedFrom: 1_500_000, isFinished: true)
            #expect(progress.last == last)
            let ranges = [nil, "bytes=1000000-", "bytes=1500000-", "bytes=1500000-"]
            #expect(server.requests.map { $0.fields[.range] } == ranges)
            #expect(server.requests.map { $0.fields[.ifRange] } == [nil, "\"1\"", "\"1\"", "\"1\""])
            // Byte ranges require an uncompressed response.
            #expect(server.requests.allSatisfy { $0.fields[values: .acceptEncoding] == ["identity"] })
            expectOnlyFile(Self.pattern(size))
        }

        @Test func resumesAfterConnectionReset() throws {
            let size = 3_000_000
            let server = try serve(size, breakingAfter: [1_000_000, 1_000_000, 500_000], with: .reset)
            defer { server.stop() }
            let download = resumingDownload(server)
            // It is unknown how many of the last bytes were received.
            #expect(try download.retry(4).toArray().wait(timeout: limit).last?.completed == size)
            #expect(server.requests.count == 4)
            expectOnlyFile(Self.pattern(size))
        }

        @Test func resumesAfterServerRestart() throws {
            let gate = LoopbackServer.Gate()
            var file = ServedFile(0)
            file.bytes = Self.pattern(500_000)
            let handler: LoopbackServer.Handler = { [file] request in
                let response = file.response(request.fields)
                if response.status == .ok {
                    let start = LoopbackServer.Step.bytes(Array(response.body.prefix(200_000)))
                    return .steps(
                        [.head(.length(response.body.count)), start, .wait(for: gate)], fields: response.fields)
                }
                return .init(status: response.status, fields: response.fields, body: response.body)
            }
            let server = try LoopbackServer(handler: handler)
            defer { server.stop() }
            let download = resumingDownload(server)
            let stopped = Log<Int>()
            let broken = download.do(onNext: { progress in
                if progress.completed == 200_000 {
                    stopped.append(0)
                    server.stop()
                }
            })
            #expect(throws: APIError.self) { try broken.wait(timeout: limit) }
            #expect(stopped.entries.count == 1)
            #expect(names == [".file.part", ".file.part.info"])
            // The server is stopped.
            #expect(throws: APIError.self) { try download.wait(timeout: limit) }
            #expect(names == [".file.part", ".file.part.info"])

            var options = LoopbackServer.Options()
            options.port = server.port
            let restarted = try LoopbackServer(options: options, handler: handler)
            defer { restarted.stop() }
            #expect(try download.toArray().wait(timeout: limit).first?.resumedFrom == 200_000)
            expectOnlyFile(file.bytes)
        }

        @Test(arguments: [
            LoopbackServer.Response.status(.notFound), .truncated([1, 2, 3], declaredLength: 9), .reset, .garbage,
            .steps([.head(), .bytes("abc"), .close]),
        ])
        func failureRemovesPartialFiles(response: LoopbackServer.Response) throws {
            let server = try LoopbackServer { _ in response }
            defer { server.stop() }
            for resumes in [false, true] {
                let options = DownloadOptions(resumes: resumes)
                let download = client(server).download(request, to: files.path("file"), options: options)
                #expect(throws: APIError.self) { try download.wait(timeout: limit) }
                #expect(names == [])
            }
        }

        @Test func downloadsBodyOfUnknownLength() throws {
            let server = try LoopbackServer { _ in .steps([.head(), .pattern(byteCount: 300_000), .finish()]) }
            defer { server.stop() }
            let progress = try client(server).download(request, to: files.path("file")).toArray().wait(timeout: limit)
            #expect(progress.dropLast().allSatisfy { $0.total == nil })
            #expect(progress.last == DownloadProgress(completed: 300_000, total: 300_000, isFinished: true))
            #expect(content() == Data(Self.pattern(300_000)))
        }

        @Test func disposalRemovesPartialFiles() throws {
            let server = try LoopbackServer { _ in
                .steps([.head(.length(400_000)), .pattern(byteCount: 400_000), .finish()])
            }
            defer { server.stop() }
            let client = client(server)
            // Work that is scheduled on the serial queue runs after the current work.
            let queue = SerialDispatchQueueScheduler()
            let elsewhere = ConcurrentDispatchQueueScheduler()
            for round in 0..<100 {
                let ended = Log<Bool>()
                let trigger = LoopbackServer.Gate()
                let count = Log<Int>()
                let subscription =
                    client
                    .download(request, to: files.path("file"), options: DownloadOptions(scheduler: queue))
                    .subscribe { event in
                        count.append(0)
                        if event.isTerminal { ended.append(true) }
                        if count.entries.count > round % 8 || event.isTerminal { trigger.open() }
                    }
                #expect(trigger.wait(timeout: limit))
                let disposed = LoopbackServer.Gate()
                elsewhere.schedule {
                    subscription.dispose()
                    queue.schedule { disposed.open() }
                }
                #expect(disposed.wait(timeout: limit))
                // The download can have finished before its disposal.
                #expect(names == [] || names == ["file"])
                #expect(ended.entries.isEmpty || names == ["file"])
                if names == ["file"] { #expect(content()?.count == 400_000) }
                try? FileManager.default.removeItem(atPath: files.path("file"))
            }
        }
    }
#endif
