import Digests
import Testing

@testable import AzureStorage

@Suite struct BlockCutterTests {
    /// All blocks of a content that comes in pieces of one size.
    private func blocks(of bytes: [UInt8], in pieces: Int, size: Int) throws -> [Block] {
        var cutter = BlockCutter(size: size, checksMD5: true, total: nil)
        var blocks: [Block] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            cutter.append(Array(bytes[start..<min(start + pieces, bytes.count)]))
            while let block = try cutter.next() { blocks.append(block) }
        }
        if let block = try cutter.last() { blocks.append(block) }
        return blocks
    }

    @Test(arguments: [0, 1, 9, 10, 11, 20, 99, 100, 101], [1, 3, 10, 1_000])
    func theBlocksAreTheContent(_ count: Int, _ pieces: Int) throws {
        let bytes = sampleBytes(count)
        let blocks = try blocks(of: bytes, in: pieces, size: 10)
        #expect(blocks.flatMap(\.bytes) == bytes)
        #expect(blocks.map(\.index) == Array(0..<max(1, (count + 9) / 10)))
        #expect(blocks.map(\.isLast) == Array(repeating: false, count: blocks.count - 1) + [true])
        #expect(blocks.dropLast().allSatisfy { $0.bytes.count == 10 && $0.wholeMD5 == nil })
        #expect(blocks.last?.wholeMD5 == MD5.digest(of: bytes))
    }

    @Test func aBlobHasSoManyBlocksAndNoMore() throws {
        #expect(try blocks(of: sampleBytes(50_000), in: 4_096, size: 1).count == 50_000)
        let error = #expect(throws: TransferError.self) { try blocks(of: sampleBytes(50_001), in: 4_096, size: 1) }
        #expect(error?.description.contains("50000 blocks at most") == true)
        #expect(error?.description.contains("choose larger pieces") == true)
    }

    @Test func whereTheLengthIsKnownBlocksAreAsLargeAsTheyHaveToBe() throws {
        let options = TransferOptions(pieceSize: 1_000)
        #expect(try options.blockSize(for: nil) == 1_000)
        #expect(try options.blockSize(for: 50_000_000) == 1_000)
        #expect(try options.blockSize(for: 50_000_001) == 1_001)
        #expect(try options.blockSize(for: 50_000 * (4_000 << 20)) == 4_000 << 20)
        #expect(throws: TransferError.self) { try options.blockSize(for: 50_000 * (4_000 << 20) + 1) }
        #expect(try TransferOptions(pieceSize: 8 << 20).rangeSize() == 4 << 20)
        #expect(try TransferOptions(pieceSize: 8 << 20, checksMD5: false).rangeSize() == 8 << 20)
    }
}
