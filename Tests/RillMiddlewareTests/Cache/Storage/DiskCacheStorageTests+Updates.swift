import Foundation
import RillTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

/// Updates of the metadata of an entry.
extension DiskCacheStorageTests {
    private func replace(
        _ metadata: [UInt8], in storage: DiskCacheStorage, _ number: Int = 1
    ) throws {
        try storage.replaceMetadata(of: storage.entries(for: Self.key(number))[0], with: metadata)
    }

    private var updatePath: String? { entryPaths.first { $0.hasSuffix(DiskCacheUpdate.suffix) } }

    /// Returns a storage with an updated entry, and the path of the update.
    private func updated() throws -> (storage: DiskCacheStorage, path: String) {
        let storage = try makeStorage()
        try store(in: storage)
        try replace([5], in: storage)
        return (storage, try #require(updatePath))
    }

    @Test func updateDoesNotWriteBodyAgain() throws {
        let storage = try makeStorage()
        let body = TemporaryFiles.pattern(900_000)
        try store([body], in: storage, metadata: [1])
        let number = try storage.entries(for: Self.key(1))[0].number
        for metadata: [UInt8] in [[2], [], TemporaryFiles.pattern(5_000)] {
            try replace(metadata, in: storage)
            #expect(try read(storage) == [metadata, body])
            #expect(try read(makeStorage()) == [metadata, body])
        }
        #expect(try storage.entries(for: Self.key(1))[0].number == number)
        #expect(entryPaths.count == 2)
        #expect(pendingPaths == [])
        #expect((905_000...907_000).contains(storage.size))
    }

    @Test func lastOfConcurrentUpdatesIsUsed() throws {
        let storage = try makeStorage()
        try store(in: storage)
        let entry = try storage.entries(for: Self.key(1))[0]
        try storage.replaceMetadata(of: entry, with: [1])
        try storage.replaceMetadata(of: entry, with: [2])
        #expect(try read(storage) == [[2], [1, 2, 3]])
    }

    @Test func updateDoesNotApplyToNewEntry() throws {
        let (storage, _) = try updated()
        try store([[7]], in: storage, metadata: [6])
        #expect(try read(storage) == [[6], [7]])
        try replace([8], in: storage)
        #expect(try read(storage) == [[8], [7]])
    }

    @Test func updateIsRemovedWithEntry() throws {
        let storage = try makeStorage(maximumCount: 4)
        let removals: [() throws -> Void] = [
            { try storage.removeEntries(for: Self.key(1), variant: "v") }, { try storage.removeAll() },
        ]
        for remove in removals {
            try store(in: storage)
            try replace([5], in: storage)
            try remove()
            #expect(entryPaths == [])
        }
        for number in 0..<40 {
            try store(in: storage, number)
            try replace([5], in: storage, number)
            #expect(entryPaths.count <= 8)
        }
        for index in 0..<40 { try store(in: storage, variant: "\(index)") }
        #expect(entryPaths.count <= 8)
    }

    @Test func updateWithoutEntryIsRemoved() throws {
        let (storage, update) = try updated()
        try FileManager.default.removeItem(atPath: String(update.dropLast(DiskCacheUpdate.suffix.count)))
        #expect(entryPaths == [update])
        #expect(try read(storage) == nil)
        _ = try makeStorage()
        #expect(entryPaths == [])
    }

    /// The metadata of the entry may permit uses that the update forbids.
    @Test func damagedUpdateRemovesEntry() throws {
        let (storage, path) = try updated()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let changed: [Data] = bytes.indices.map { index in
            var changed = bytes
            changed[index] ^= 0x10
            return changed
        }
        let shortened: [Data] = (0..<bytes.count).map { bytes.prefix($0) }
        for content in changed + shortened + [bytes + [0]] {
            try store(in: storage)
            try content.write(to: URL(fileURLWithPath: path))
            #expect(try read(storage) == nil)
            #expect(entryPaths == [])
        }
    }

    @Test func updateOfOtherEntryRemovesEntry() throws {
        let (storage, path) = try updated()
        try store(in: storage, 2)
        let other = try #require(entryPaths.first { $0.contains(Self.key(2)) })
        try FileManager.default.copyItem(atPath: path, toPath: other + DiskCacheUpdate.suffix)
        #expect(try read(storage, 2) == nil)
        #expect(try read(storage) == [[5], [1, 2, 3]])
    }

    @Test func largestBodyIsStored() throws {
        let storage = try DiskCacheStorage(
            files.path("cache"), maximumSize: 1 << 20, maximumBodySize: .max, scheduler: ImmediateScheduler.shared)
        #expect(storage.maximumBodySize == 15 << 16)
        let body = TemporaryFiles.pattern(storage.maximumBodySize)
        try store([TemporaryFiles.pattern(60_000)], in: storage, 2)
        try store([body], in: storage, metadata: TemporaryFiles.pattern(10_000))
        try replace(TemporaryFiles.pattern(20_000), in: storage)
        #expect(try read(storage)?.last == body)
        #expect(try read(storage, 2) == nil)
        #expect(storage.size <= 1 << 20)
    }
}
