#if os(Linux)
    import Foundation
    import RillTestSupport
    import Testing

    @testable import RillHTTP

    /// Swift marks `fork` as unavailable.
    @_silgen_name("fork")
    private func forkProcess() -> pid_t

    /// Processes that are killed while they write.
    @Suite struct DiskCacheProcessTests {
        /// Runs in a child process, because a forked test process would continue without most of its threads.
        ///
        /// The thread sanitizer does not support `fork`.
        @Test(.disabledUnderThreadSanitizer("the thread sanitizer does not support fork"))
        func killedProcessLeavesCompleteEntries() async {
            await #expect(processExitsWith: .success) {
                let files = try TemporaryFiles()
                let path = files.path("cache")
                let size = 300_000
                let key = String(repeating: "a", count: 32)
                for round in 0..<20 {
                    var ends: [Int32] = [0, 0]
                    guard pipe(&ends) == 0 else { exit(2) }
                    let child = forkProcess()
                    if child == 0 {
                        // Writes entries until it is killed, and reports each of them.
                        guard let storage = try? DiskCacheStorage(path, maximumSize: 4 << 20) else { _exit(3) }
                        for number in 0... {
                            let byte = UInt8(number & 0xFF)
                            guard let writer = try? storage.makeWriter(for: key, variant: "\(number % 3)") else {
                                _exit(4)
                            }
                            for _ in 0..<300 {
                                try? writer.append(Array(repeating: byte, count: 1_000))
                                var report = byte
                                write(ends[1], &report, 1)
                            }
                            try? writer.commit(metadata: [byte])
                        }
                    }
                    close(ends[1])
                    // Kills the process after a number of chunks.
                    for _ in 0..<(900 + round * 37) {
                        var byte: UInt8 = 0
                        guard read(ends[0], &byte, 1) == 1 else { exit(5) }
                    }
                    kill(child, SIGKILL)
                    var status: Int32 = 0
                    waitpid(child, &status, 0)
                    close(ends[0])
                    guard status == SIGKILL else { exit(6) }

                    let storage = try DiskCacheStorage(path, maximumSize: 4 << 20)
                    let entries = try storage.entries(for: key)
                    guard !entries.isEmpty else { exit(7) }
                    for entry in entries {
                        guard let body = try entry.openBody(), body.size == size else { exit(8) }
                        var offset = 0
                        while offset < size {
                            let bytes = try body.read(offset, size)
                            guard bytes.allSatisfy({ $0 == entry.metadata.first }) else { exit(9) }
                            offset += bytes.count
                        }
                    }
                    let pending = try FileManager.default.contentsOfDirectory(atPath: "\(path)/rill-cache-1/pending")
                    guard pending.isEmpty else { exit(10) }
                }
                exit(0)
            }
        }
    }
#endif
