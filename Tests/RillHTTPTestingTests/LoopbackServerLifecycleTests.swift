import Dispatch
import RillHTTP
import RillHTTPTesting
import Testing

#if os(Linux)
    import Glibc
#endif

@Suite struct LoopbackServerLifecycleTests {
    @Test func stopsWithOpenConnections() throws {
        let closedGate = LoopbackServer.Gate()
        let server = try LoopbackServer { request in
            switch request.path {
            case "/stall": .stall
            case "/gate": .steps([.head(), .wait(for: closedGate), .finish()])
            case "/pause": .steps([.pause(.seconds(3_600))])
            case "/endless": .pattern(byteCount: 1 << 40)
            default: .text("idle")
            }
        }
        let paths = ["/idle", "/stall", "/gate", "/pause", "/endless"]
        let clients = try paths.map { path in
            let client = try RawClient(port: server.port)
            try client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
            return client
        }
        let silent = try RawClient(port: server.port)
        let halfway = try RawClient(port: server.port)
        try halfway.send("GET / HTTP/1.1\r\nHo")
        try server.waitForRequests(paths.count)
        try server.waitForBodyBytes(1_000_000)

        server.stop()
        #expect(server.connections.allSatisfy { $0.end == .byServer })
        for client in clients + [silent, halfway] {
            #expect(throws: RawClient.Failure.self) { while true { _ = try client.receiveSome() } }
        }
        #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
        server.stop()
    }

    @Test func keepsLimitedNumberOfEndedConnections() throws {
        var options = LoopbackServer.Options()
        options.maximumRecordedRequests = 3
        let server = try LoopbackServer(options: options) { _ in .text("a") }
        defer { server.stop() }
        var idle: RawClient? = try RawClient(port: server.port)
        try idle?.send(RawClient.get)
        try server.waitForRequests(1)
        for number in 2...9 {
            _ = try RawClient.exchange(RawClient.getAndClose, port: server.port)
            #expect(try server.waitForEnd(ofConnection: number).requestCount == 1)
        }
        #expect(server.connections.map(\.number) == [1, 8, 9])
        #expect(server.connections.map(\.end) == [nil, .byServer, .byServer])
        #expect(server.requests.map(\.connection) == [7, 8, 9])
        try idle?.send(RawClient.get)
        try server.waitForRequests(10)
        #expect(server.connections.map(\.requestCount) == [2, 1, 1])
        #expect(throws: LoopbackServer.TimeoutError.self) {
            try server.waitForOpenConnections(atMost: 0, timeout: .zero)
        }
        idle = nil
        try server.waitForOpenConnections(atMost: 0)
    }

    @Test func stopsWhenReleased() throws {
        final class Token: Sendable {}
        weak var token: Token?
        var client: RawClient?
        do {
            let held = Token()
            token = held
            let server = try LoopbackServer { _ in withExtendedLifetime(held) { .stall } }
            client = try RawClient(port: server.port)
            try client?.send(RawClient.get)
            try server.waitForRequests()
        }
        #expect(throws: RawClient.Failure.self) { try client?.receiveSome() }
        #expect(token == nil)
    }

    @Test func canBeStoppedByHandlerAndSeveralThreads() throws {
        let box = Box()
        let server = try LoopbackServer { _ in
            box.server?.stop()
            return .text("late")
        }
        box.server = server
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get)
        #expect(throws: RawClient.Failure.closed) { while true { _ = try client.receiveSome() } }
        DispatchQueue.concurrentPerform(iterations: 4) { _ in server.stop() }
        box.server = nil
        #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
        // The open client connection keeps the port reserved until this point.
        client.end()
    }

    /// `@unchecked Sendable`: The property is set before the first request and cleared after the last one.
    private final class Box: @unchecked Sendable {
        var server: LoopbackServer?
    }

    @Test func waitsUntilConnectionCloses() async throws {
        let server = try LoopbackServer { _ in .text("there") }
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get)
        _ = try client.receive(through: "there")
        await #expect(throws: LoopbackServer.TimeoutError.self) { try await server.waitForEnd(timeout: .zero) }
        client.end()
        #expect(try await server.waitForEnd().end == .byClient)
    }

    @Test func limitsConcurrentConnections() throws {
        var options = LoopbackServer.Options()
        options.maximumConnections = 2
        let server = try LoopbackServer(options: options) { request in request.path == "/" ? .stall : .text("done") }
        let stalled = try (1...2).map { _ in try RawClient(port: server.port) }
        for client in stalled { try client.send(RawClient.get) }
        try server.waitForRequests(2)
        let waiting = try RawClient(port: server.port)
        try waiting.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(server.connections.count == 2)
        stalled[0].end()
        #expect(try waiting.receive(through: "done").hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(server.connections.count == 3)
    }

    @Test func limitsRecordedRequests() throws {
        var options = LoopbackServer.Options()
        options.maximumRecordedRequests = 2
        let server = try LoopbackServer(options: options) { _ in .status(204) }
        let client = try RawClient(port: server.port)
        for number in 1...4 { try client.send("GET /\(number) HTTP/1.1\r\nHost: h\r\n\r\n") }
        #expect(try server.waitForRequests(4).map(\.path) == ["/3", "/4"])
    }

    @Test func timeoutErrorDescribesServerActivity() async throws {
        let server = try LoopbackServer { _ in .text("abc") }
        let client = try RawClient(port: server.port)
        try client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = try client.receive(through: "abc")
        try await server.waitForBodyBytes(3)
        let error = #expect(throws: LoopbackServer.TimeoutError.self) {
            try server.waitForRequests(2, timeout: .milliseconds(10))
        }
        let text = "timed out after 0.01 seconds waiting for request 2. Recorded so far: requests: 1 "
        #expect(
            error?.description
                == text + "(most recent: GET /a), connections: 1 (open: 1), response body bytes: 3")
        await #expect(throws: LoopbackServer.TimeoutError.self) {
            try await server.waitForEnd(timeout: .milliseconds(10))
        }
        await #expect(throws: LoopbackServer.TimeoutError.self) {
            try await server.waitForBodyBytes(4, timeout: .milliseconds(10))
        }
        await #expect(throws: LoopbackServer.TimeoutError.self) {
            try await server.waitForRequests(2, timeout: .milliseconds(10))
        }
    }

    @Test func stopsSendingWhenTheClientDoesNotRead() throws {
        var options = LoopbackServer.Options()
        options.sendBufferSize = 32 << 10
        let total = 8 << 20
        let server = try LoopbackServer(options: options) { _ in .pattern(byteCount: total) }
        let client = try RawClient(port: server.port, receiveBufferSize: 32 << 10)
        try client.send(RawClient.getAndClose)
        _ = try client.receive(through: "\r\n\r\n")
        var read = 0
        var wrong = 0
        var lead = 0
        while read < total {
            for byte in try client.receiveSome(upTo: 64 << 10) {
                if byte != LoopbackServer.patternByte(at: read) { wrong += 1 }
                read += 1
            }
            lead = max(lead, server.bodyBytesWritten - read)
        }
        #expect(wrong == 0)
        #expect(try server.waitForBodyBytes(total) == total)
        #expect(lead < 1 << 20)
    }

    #if os(Linux)
        @Test func leaksNoDescriptorsOrThreads() throws {
            let server = try LoopbackServer { request in
                request.path == "/reset" ? .reset : .text("ok")
            }
            let descriptors = count("/proc/self/fd")
            let threads = count("/proc/self/task")
            for number in 1...200 {
                let client = try RawClient(port: server.port)
                try client.send("GET \(number % 3 == 0 ? "/reset" : "/") HTTP/1.1\r\nHost: h\r\n\r\n")
                _ = try? client.receiveSome()
            }
            try server.waitForEnd(ofConnection: 200)
            // Other suites run concurrently and create their own descriptors and threads.
            #expect(count("/proc/self/fd") - descriptors < 100)
            #expect(count("/proc/self/task") - threads < 100)
            server.stop()
            #expect(sockets(onPort: server.port) == 0)
        }

        private func count(_ folder: String) -> Int {
            guard let directory = opendir(folder) else { return 0 }
            defer { closedir(directory) }
            var count = 0
            while readdir(directory) != nil { count += 1 }
            return count
        }

        /// Returns the number of sockets of this process that are bound to the port.
        private func sockets(onPort port: UInt16) -> Int {
            (0..<Int32(1_024)).count { descriptor in
                var address = sockaddr_in()
                var size = socklen_t(MemoryLayout<sockaddr_in>.size)
                let result = withUnsafeMutablePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
                }
                return result == 0 && address.sin_family == AF_INET && address.sin_port == port.bigEndian
            }
        }
    #endif
}
