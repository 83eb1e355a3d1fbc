#if os(Linux) && compiler(>=6.3)
    import Dispatch
    import Foundation
    import RillTestSupport
    import Testing

    @testable import RillHTTP
    @testable import RillHTTPTypes
    @testable import RillMiddleware

    /// Tests processes that are killed while they write.
    @Suite struct DiskCacheProcessTests {
        private static let key = String(repeating: "a", count: 32)
        private static let chunkCount = 300

        @Test(.timeLimit(.minutes(10))) func killedProcessLeavesCompleteEntries() async throws {
            let files = try TemporaryFiles()
            let path = files.path("cache")
            for round in 0..<10 {
                // Between two and six entries.
                let count = 700 + round * 111
                await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, count = count as Int] in
                    try Self.writeUntilKilled(path, after: count)
                }
                try Self.verify(path)
            }
        }

        @Test(.timeLimit(.minutes(10))) func entriesAreCompleteWhileProcessesWrite() async throws {
            let files = try TemporaryFiles()
            let path = files.path("cache")
            let storage = try DiskCacheStorage(path, maximumSize: 4 << 20)
            let ends = Log<Int>()
            let children = Task {
                // The first process is killed while the second one is still writing.
                async let first: Void = Self.runWriter(path, until: 1_000, ends)
                async let second: Void = Self.runWriter(path, until: 3_000, ends)
                _ = await (first, second)
            }
            while ends.entries.count < 2 {
                try Self.verifyEntries(of: storage)
                await Task.yield()
            }
            await children.value
            try Self.verify(path)
        }

        /// Runs a process that writes entries until it is killed.
        private static func runWriter(_ path: String, until count: Int, _ ends: Log<Int>) async {
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, count = count as Int] in
                try Self.writeUntilKilled(path, after: count)
            }
            ends.append(count)
        }

        /// Writes entries until another thread kills this process after a given number of chunks.
        private static func writeUntilKilled(_ path: String, after count: Int) throws {
            let isDue = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                isDue.wait()
                kill(getpid(), SIGKILL)
            }
            let storage = try DiskCacheStorage(path, maximumSize: 4 << 20)
            var written = 0
            for number in 0... {
                let byte = UInt8(number & 0xFF)
                let writer = try storage.makeWriter(for: key, variant: "\(number % 3)")
                for _ in 0..<chunkCount {
                    try writer.append(Array(repeating: byte, count: 1_000))
                    written += 1
                    if written == count { isDue.signal() }
                }
                try writer.commit(metadata: [byte])
                for entry in try storage.entries(for: key) {
                    try storage.replaceMetadata(of: entry, with: entry.metadata.prefix(1) + [byte])
                }
            }
        }

        /// Expects that all entries are complete and that no unfinished file remains.
        private static func verify(_ path: String) throws {
            let storage = try DiskCacheStorage(path, maximumSize: 4 << 20)
            #expect(try !storage.entries(for: key).isEmpty)
            try verifyEntries(of: storage)
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(path)/rill-cache-1/pending") == [])
        }

        /// Expects that all entries are complete.
        private static func verifyEntries(of storage: DiskCacheStorage) throws {
            for entry in try storage.entries(for: key) {
                let body = try #require(try entry.openBody())
                #expect(body.size == chunkCount * 1_000)
                var offset = 0
                while offset < body.size {
                    let bytes = try body.read(offset, body.size)
                    guard bytes.allSatisfy({ $0 == entry.metadata.first }) else {
                        Issue.record("a mixture of entries at byte \(offset)")
                        return
                    }
                    offset += bytes.count
                }
            }
        }
    }
#endif
