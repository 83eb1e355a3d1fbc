import RillDigests
import RillTestSupport
import Testing

@testable import RillAzureStorage

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct BlockSplitterTests {
    /// Splits content that arrives in chunks of equal size.
    private func blocks(of bytes: [UInt8], in chunkSize: Int, size: Int) throws -> [Block] {
        var splitter = BlockSplitter(size: size, checksMD5: true, total: nil)
        var blocks: [Block] = []
        for start in stride(from: 0, to: bytes.count, by: chunkSize) {
            splitter.append(Array(bytes[start..<min(start + chunkSize, bytes.count)]))
            while let block = try splitter.next() { blocks.append(block) }
        }
        blocks.append(try splitter.last())
        return blocks
    }

    @Test(arguments: [0, 1, 9, 10, 11, 20, 99, 100, 101], [1, 3, 10, 1_000])
    func blocksContainWholeContent(_ count: Int, _ chunkSize: Int) throws {
        let bytes = sampleBytes(count)
        let blocks = try blocks(of: bytes, in: chunkSize, size: 10)
        #expect(blocks.flatMap(\.bytes) == bytes)
        #expect(blocks.map(\.index) == Array(0..<max(1, (count + 9) / 10)))
        #expect(blocks.map(\.isLast) == Array(repeating: false, count: blocks.count - 1) + [true])
        #expect(blocks.dropLast().allSatisfy { $0.bytes.count == 10 && $0.wholeMD5 == nil })
        #expect(blocks.last?.wholeMD5 == MD5.digest(of: bytes))
    }

    @Test func limitsBlockCount() throws {
        #expect(try blocks(of: sampleBytes(50_000), in: 4_096, size: 1).count == 50_000)
        let error = #expect(throws: TransferError.self) { try blocks(of: sampleBytes(50_001), in: 4_096, size: 1) }
        #expect(
            error?.description == """
                the content exceeds 50000 blocks of 1 bytes: increase chunkSize or specify the length of the content
                """)
    }

    @Test func increasesBlockSizeForKnownLength() throws {
        let options = TransferOptions(chunkSize: 1_000)
        #expect(try options.blockSize(for: nil) == 1_000)
        #expect(try options.blockSize(for: 50_000_000) == 1_000)
        #expect(try options.blockSize(for: 50_000_001) == 1_001)
        #expect(try options.blockSize(for: 50_000 * (4_000 << 20)) == 4_000 << 20)
        #expect(throws: TransferError.self) { try options.blockSize(for: 50_000 * (4_000 << 20) + 1) }
        #expect(try TransferOptions(chunkSize: 8 << 20).rangeSize() == 4 << 20)
        #expect(try TransferOptions(chunkSize: 8 << 20, checksMD5: false).rangeSize() == 8 << 20)
    }
}
