import Foundation
import Rill
import RillTestSupport
import Synchronization
import Testing

/// Tests that a chain of buffers limits the memory that is needed for streaming a large file.
@Suite struct BackPressureMemoryTests {
    /// A chunk of the file that updates the number of bytes of all chunks in memory.
    private final class Chunk: Sendable {
        static let alive = Atomic(0)
        static let peak = Atomic(0)

        let bytes: Data

        init(_ bytes: Data) {
            self.bytes = bytes
            let now = Self.alive.wrappingAdd(bytes.count, ordering: .acquiringAndReleasing).newValue
            _ = Self.peak.max(now, ordering: .acquiringAndReleasing)
        }

        deinit {
            Self.alive.wrappingSubtract(bytes.count, ordering: .acquiringAndReleasing)
        }
    }

    @Test func threeBuffersStreamAGigabyteInAFewMegabytes() async throws {
        let size = 1 << 30
        let files = try TemporaryFiles()
        try files.write([], to: "sparse")
        let url = files.url.appending(path: "sparse")
        let writer = try FileHandle(forWritingTo: url)
        // The file is sparse, but reading it yields a gigabyte.
        try writer.truncate(atOffset: UInt64(size))
        try writer.close()

        let reading = SerialDispatchQueueScheduler(label: "reading")
        let chunks = Observable<Chunk>.deferred {
            let file = try FileHandle(forReadingFrom: url)
            return .unfold(0) { offset in
                guard let bytes = try file.read(upToCount: 1 << 16), !bytes.isEmpty else { return nil }
                return (Chunk(bytes), offset + bytes.count)
            }
        }
        let stream =
            chunks
            .subscribeOn(reading)
            .observeOn(SerialDispatchQueueScheduler(label: "first"), bufferSize: 16)
            .observeOn(SerialDispatchQueueScheduler(label: "second"), bufferSize: 16)
            .observeOn(ConcurrentDispatchQueueScheduler(), bufferSize: 16)

        var count = 0
        for try await chunk in stream.values {
            count += chunk.bytes.count
            // Yields after each chunk, so that the reader is slower than the disk.
            await Task.yield()
        }
        #expect(count == size)
        #expect(Chunk.peak.load(ordering: .acquiring) <= 4 << 20, "\(Chunk.peak.load(ordering: .acquiring)) bytes")
        #expect(Chunk.peak.load(ordering: .acquiring) >= 1 << 18, "the boundaries buffered too little")
    }
}
