import Foundation
import Rill
import RillSystem
import RillTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

/// Damaged and missing files.
extension DiskCacheStorageTests {
    /// Returns a storage with one entry, and the path of its file.
    private func stored() throws -> (storage: DiskCacheStorage, path: String) {
        let storage = try makeStorage()
        try store(in: storage)
        return (storage, try #require(entryPaths.first))
    }

    @Test func damagedFileIsIgnoredAndRemoved() throws {
        let (storage, path) = try stored()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let shortened: [Data] = (0..<bytes.count).map { bytes.prefix($0) }
        let changed: [Data] = bytes.indices.map { index in
            var changed = bytes
            changed[index] ^= 0x10
            return changed
        }
        // A negative length.
        let sizes = [Int64(-100), 100].flatMap { size in withUnsafeBytes(of: size.littleEndian) { Array($0) } }
        let negative = Data(DiskCacheFile.header + sizes + [UInt8](repeating: 0, count: 32))
        for content in shortened + changed + [bytes + [0], negative] {
            try content.write(to: URL(fileURLWithPath: path))
            #expect(try read(storage) == nil, "\(Array(content))")
            #expect(entryPaths == [], "\(Array(content))")
        }
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(try read(storage) == [[9, 8], [1, 2, 3]])
    }

    @Test(arguments: [false, true]) func failedRemovalIsReported(removesAll: Bool) throws {
        let (storage, path) = try stored()
        // A directory cannot be removed as a file, not even by root.
        let update = path + DiskCacheUpdate.suffix
        try FileManager.default.createDirectory(atPath: update, withIntermediateDirectories: false)
        #expect(throws: FileSystemCalls.Failure.self) {
            if removesAll { try storage.removeAll() } else { try storage.removeEntries(for: Self.key(1), variant: nil) }
        }
        #expect(entryPaths == [])
    }

    @Test func fileOfOtherEntryIsIgnored() throws {
        let (storage, path) = try stored()
        try FileManager.default.copyItem(atPath: path, toPath: path + "2")
        #expect(try storage.entries(for: Self.key(1)).map(\.variant) == ["v"])
        #expect(entryPaths == [path])
    }

    @Test func symbolicLinkIsNotFollowed() throws {
        let (storage, path) = try stored()
        try FileManager.default.moveItem(atPath: path, toPath: files.path("moved"))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: files.path("moved"))
        #expect(try read(storage) == nil)
        // Storing replaces the link.
        try store([[4]], in: storage)
        #expect(try read(storage) == [[9, 8], [4]])
    }

    @Test func entryWithHardLinkIsValid() throws {
        let (storage, path) = try stored()
        try FileSystemCalls.link(path, to: files.path("copy"))
        #expect(try read(storage) == [[9, 8], [1, 2, 3]])
    }

    @Test func deletedFolderIsRecreated() throws {
        let storage = try makeStorage()
        try store(in: storage)
        try FileManager.default.removeItem(atPath: files.path("cache"))
        #expect(try read(storage) == nil)
        try store(in: storage)
        #expect(try read(storage) == [[9, 8], [1, 2, 3]])
        // Other processes use the same secret.
        #expect(try read(makeStorage()) == [[9, 8], [1, 2, 3]])
    }

    @Test(arguments: [Data(), Data(count: 15), Data(count: 16), Data(count: 17), Data([1, 2, 3])])
    func secretWithoutValidContentIsReplaced(content: Data) throws {
        let secret = try makeStorage().secret
        try content.write(to: URL(fileURLWithPath: "\(root)/secret"))
        let storage = try makeStorage()
        let replaced = storage.secret
        #expect(replaced != secret && replaced.count == 16 && replaced.contains { $0 != 0 })
        #expect(try makeStorage().secret == replaced)
        try store(in: storage)
        #expect(try read(makeStorage()) != nil)
    }

    @Test func secretThatCannotBeOpenedIsKept() throws {
        let secret = try makeStorage().secret
        let path = "\(root)/secret"
        try FileManager.default.moveItem(atPath: path, toPath: files.path("secret"))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: files.path("secret"))
        #expect(throws: FileWritingError.self) { try makeStorage() }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: files.path("secret"), toPath: path)
        #expect(try makeStorage().secret == secret)
    }

    #if os(Linux) && compiler(>=6.3)
        /// Runs in a separate process that has no file descriptors left.
        @Test func secretIsKeptWithoutFileDescriptors() async throws {
            let secret = try makeStorage().secret
            let path = files.path("cache")
            await #expect(processExitsWith: .success) { [path = path as String] in
                DispatchQueue.openTimerFiles()
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                limit.rlim_cur = 0
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                guard (try? DiskCacheStorage(path)) == nil else { exit(2) }
                exit(0)
            }
            #expect(try makeStorage().secret == secret)
        }
    #endif

    @Test func unfinishedFileOfEndedProcessIsRemoved() throws {
        let storage = try makeStorage()
        let writer = try storage.makeWriter(for: Self.key(1), variant: "v")
        try Data([1]).write(to: URL(fileURLWithPath: "\(root)/pending/abandoned"))
        #expect(pendingPaths.count == 2)
        // The file of the active writer is locked.
        _ = try makeStorage()
        #expect(pendingPaths.count == 1)
        try writer.commit(metadata: [1])
        #expect(try read(storage) == [[1], []])
    }
}
