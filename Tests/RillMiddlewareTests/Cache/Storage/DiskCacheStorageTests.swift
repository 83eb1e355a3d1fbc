import Dispatch
import Foundation
import Rill
import RillSystem
import RillTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

@Suite struct DiskCacheStorageTests {
    let files: TemporaryFiles

    init() throws {
        files = try TemporaryFiles()
    }

    var root: String { files.path("cache/rill-cache-1") }

    func makeStorage(
        maximumSize: Int = 1 << 20, maximumCount: Int = 1_000
    ) throws -> DiskCacheStorage {
        try DiskCacheStorage(
            files.path("cache"), maximumSize: maximumSize, maximumCount: maximumCount,
            scheduler: ImmediateScheduler.shared)
    }

    static func key(_ number: Int) -> String {
        let digits = String(number &* 0x9E37_79B9 & 0xFFFF_FFFF, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    func store(
        _ chunks: [[UInt8]] = [[1, 2], [3]], in storage: any CacheStorage, _ number: Int = 1, variant: String = "v",
        metadata: [UInt8] = [9, 8]
    ) throws {
        let writer = try storage.makeWriter(for: Self.key(number), variant: variant)
        for chunk in chunks { try writer.append(chunk) }
        try writer.commit(metadata: metadata)
    }

    /// Returns the metadata and the body of an entry, or `nil` if there is none.
    func read(_ storage: any CacheStorage, _ number: Int = 1) throws -> [[UInt8]]? {
        guard let entry = try storage.entries(for: Self.key(number)).last, let body = try entry.openBody() else {
            return nil
        }
        var bytes: [UInt8] = []
        while bytes.count < body.size { bytes += try body.read(bytes.count, body.size) }
        return [entry.metadata, bytes]
    }

    /// The paths of all entries.
    var entryPaths: [String] { paths { !$0.contains("pending") && !$0.hasSuffix("secret") } }

    var pendingPaths: [String] { paths { $0.contains("pending/") } }

    func paths(_ isIncluded: (String) -> Bool) -> [String] {
        let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return all.map { "\(root)/\($0)" }.filter {
            isIncluded($0) && FileSystemCalls.status(at: $0, followsLinks: false)?.isRegular == true
        }
    }

    func setUse(_ number: Int, _ seconds: Double) throws {
        let path = try #require(entryPaths.first { $0.contains("/\(Self.key(number))-") })
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1e9 + seconds)], ofItemAtPath: path)
    }

    // MARK: Entries

    @Test func emptyPathFails() {
        #expect(throws: FileWritingError(path: "", reason: "the path does not name a folder")) {
            try DiskCacheStorage("")
        }
    }

    @Test func newStorageReadsExistingEntry() throws {
        try store(in: makeStorage())
        #expect(try read(makeStorage()) == [[9, 8], [1, 2, 3]])
        try store([], in: makeStorage(), 2, metadata: [])
        #expect(try read(makeStorage(), 2) == [[], []])
    }

    @Test func storagesShareEntries() throws {
        let (first, second) = (try makeStorage(), try makeStorage())
        #expect(first.secret == second.secret)
        try store(in: first)
        #expect(try read(second) == [[9, 8], [1, 2, 3]])
        try store([[7]], in: second, metadata: [6])
        #expect(try read(first) == [[6], [7]])
        try first.removeEntries(for: Self.key(1), variant: "other")
        #expect(try read(second) != nil)
        try first.removeEntries(for: Self.key(1), variant: "v")
        #expect(try read(second) == nil)
        try store(in: second)
        try first.removeAll()
        #expect(entryPaths == [])
    }

    @Test func replacedEntryRemainsReadable() throws {
        let storage = try makeStorage()
        try store(in: storage)
        let entry = try #require(try storage.entries(for: Self.key(1)).first)
        let body = try #require(try entry.openBody())
        try store([[7, 7, 7, 7]], in: storage)
        try storage.removeAll()
        #expect(try body.read(1, 10) == [2, 3])
    }

    @Test func metadataOfRemovedOrReplacedEntryIsNotReplaced() throws {
        for storage in [try makeStorage(), MemoryCacheStorage()] as [any CacheStorage] {
            try store(in: storage)
            let entry = try #require(try storage.entries(for: Self.key(1)).first)
            try storage.removeEntries(for: Self.key(1), variant: nil)
            try storage.replaceMetadata(of: entry, with: [5])
            #expect(try read(storage) == nil)
            try store([[7]], in: storage)
            try storage.replaceMetadata(of: entry, with: [5])
            #expect(try read(storage) == [[9, 8], [7]])
            // Replace the same entry again.
            try storage.replaceMetadata(of: storage.entries(for: Self.key(1))[0], with: [6])
            #expect(try read(storage) == [[6], [7]])
        }
    }

    @Test func canceledEntryLeavesNoFile() throws {
        let storage = try makeStorage()
        try storage.makeWriter(for: Self.key(1), variant: "v").cancel()
        var writer: (any CacheWriter)? = try storage.makeWriter(for: Self.key(1), variant: "v")
        try writer?.append([1])
        #expect(pendingPaths.count == 1)
        writer = nil
        #expect(pendingPaths == [])
        #expect(try read(storage) == nil)
    }

    @Test func limitsVariants() throws {
        let storage = try makeStorage()
        for index in 0..<100 { try store(in: storage, variant: "\(index)") }
        #expect(try storage.entries(for: Self.key(1)).count == 32)
    }

    // MARK: Limits

    @Test func removesLeastRecentlyUsedEntry() throws {
        let storage = try makeStorage(maximumCount: 4)
        for number in 0..<4 {
            try store(in: storage, number)
            try setUse(number, Double(number))
        }
        // Using the oldest entry makes it the most recently used one.
        #expect(try read(storage, 0) != nil)
        try store(in: storage, 4)
        #expect(try (0...4).map { try read(storage, $0) != nil } == [true, false, true, true, true])
    }

    @Test func staysWithinLimits() throws {
        let storage = try makeStorage(maximumSize: 20_000, maximumCount: 15)
        for number in 0..<200 {
            try store([Array(repeating: 1, count: number * 37 % 5_000)], in: storage, number)
            #expect(storage.size <= 20_000)
            #expect(entryPaths.count <= 15)
            #expect(try read(storage, number) != nil)
        }
        #expect(throws: DiskCacheLimits.ExceededError.self) {
            try store([Array(repeating: 1, count: 20_001)], in: storage, 1_000)
        }
        #expect(try read(storage, 1_000) == nil)
        #expect(try read(storage, 199) != nil)
        // A storage with lower limits removes entries when it is opened.
        #expect(try makeStorage(maximumSize: 8_000, maximumCount: 3).size <= 8_000)
        #expect(entryPaths.count <= 3)
    }

    @Test func unfinishedFilesAreWithinLimits() throws {
        let storage = try makeStorage(maximumSize: 20_000)
        let writers = try (0..<4).map { try storage.makeWriter(for: Self.key($0), variant: "v") }
        for writer in writers { try writer.append(Array(repeating: 1, count: 4_900)) }
        let last = try storage.makeWriter(for: Self.key(4), variant: "v")
        #expect(throws: DiskCacheLimits.ExceededError.self) { try last.append(Array(repeating: 1, count: 4_900)) }
        last.cancel()
        writers[0].cancel()
        let next = try storage.makeWriter(for: Self.key(5), variant: "v")
        try next.append(Array(repeating: 1, count: 4_900))
        for writer in writers.dropFirst() + [next] { try writer.commit(metadata: []) }
        #expect(entryPaths.count == 4)
        #expect(storage.size <= 20_000)
    }

    // MARK: Permissions

    @Test func onlyUserCanAccessFiles() throws {
        try store(in: makeStorage())
        let all = FileManager.default.enumerator(atPath: files.path("cache"))?.compactMap { $0 as? String } ?? []
        #expect(all.count == 5)
        for name in all + [""] {
            let status = try #require(FileSystemCalls.status(at: "\(files.path("cache"))/\(name)", followsLinks: false))
            #expect(status.permissions == (status.isDirectory ? 0o700 : 0o600))
        }
    }

    @Test func restrictsPermissionsOfExistingFolder() throws {
        _ = try makeStorage()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root)
        _ = try makeStorage()
        #expect(FileSystemCalls.status(at: root, followsLinks: false)?.permissions == 0o700)
    }

    @Test func folderThatIsFileFails() throws {
        try files.write([1], to: "cache")
        let error = #expect(throws: FileWritingError.self) { try makeStorage() }
        #expect(error?.description == "cannot write \(root): the folder cannot be created: Not a directory")
    }

    // MARK: Concurrency

    @Test func threadsAndStoragesShareFolder() throws {
        let storages = [
            try makeStorage(maximumSize: 300_000, maximumCount: 20),
            try makeStorage(maximumSize: 300_000, maximumCount: 20),
        ]
        let wrong = Log<String>()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            let storage = storages[thread % 2]
            for round in 0..<100 {
                let number = (thread * 7 + round) % 30
                do {
                    let byte = UInt8((thread * 31 + round) & 0xFF)
                    try store(
                        Array(repeating: Array(repeating: byte, count: 1_000), count: 5), in: storage, number,
                        metadata: [byte])
                    for entry in try storage.entries(for: Self.key(number)) {
                        try storage.replaceMetadata(of: entry, with: entry.metadata + [byte])
                    }
                    if round % 25 == 0 { try storage.removeAll() }
                    if round % 10 == 0 { try storage.removeEntries(for: Self.key(number), variant: nil) }
                    // The entry may have been written by another thread, but it is never a mixture of several.
                    if let parts = try read(storage, (number + round) % 30),
                        parts[1] != Array(repeating: parts[0][0], count: 5_000)
                    {
                        wrong.append("mixture \(parts[0]) \(Set(parts[1])) \(parts[1].count)")
                    }
                } catch {
                    wrong.append("\(error)")
                }
            }
        }
        #expect(wrong.entries == [])
        #expect(pendingPaths == [])
    }
}
