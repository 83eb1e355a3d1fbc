internal import Digests
internal import Foundation
internal import Rill
internal import RillHTTP

/// One subscription's upload: blocks that are sent side by side, and then made a blob; or one request for what fits into one
/// block.
final class Upload: @unchecked Sendable {
    // `blockCount` and `wholeMD5` are guarded by rule 1.3: blocks come one at a time, and the end behind them.

    private let client: BlobClient
    private let content: HTTPBody
    private let blob: BlobPath
    private let headers: BlobHeaders
    private let metadata: [String: String]
    private let conditions: AccessConditions

    /// What the blocks of this upload are called, so that they are none of another's.
    private let name = UInt32.random(in: .min ... .max)
    private var blockCount = 0
    private var wholeMD5: [UInt8]?

    /// What has come about: so many bytes more are there, or a blob is.
    private enum Step: Sendable {
        case sent(Int)
        case made(BlobVersion)
    }

    init(
        _ client: BlobClient, _ content: HTTPBody, to blob: BlobPath, _ headers: BlobHeaders,
        _ metadata: [String: String], _ conditions: AccessConditions
    ) {
        self.client = client
        self.content = content
        self.blob = blob
        var headers = headers
        headers.contentType = headers.contentType ?? content.contentType
        self.headers = headers
        self.metadata = metadata
        self.conditions = conditions
    }

    /// Sends the content, and tells how far it has got.
    func progress() throws -> Observable<UploadProgress> {
        let total = try content.checkedCount()
        let options = client.transfers
        let size = try options.blockSize(for: total)
        let cutter = BlockCutter(size: size, checksMD5: options.checksMD5, total: total)
        return content.chunks.parsed(by: cutter, file: #fileID, line: #line)
            .flatMap(maxConcurrent: options.maxConcurrent) { block in
                block.isLast && block.index == 0 ? self.put(block) : self.send(block)
            }
            .concat(.deferred { self.completion })
            .scan(UploadProgress(completed: 0, total: total, version: nil)) { progress, step in
                switch step {
                case .sent(let count):
                    UploadProgress(completed: progress.completed + count, total: total, version: nil)
                case .made(let version):
                    UploadProgress(completed: progress.completed, total: progress.completed, version: version)
                }
            }
    }

    /// Makes a blob of the only block.
    private func put(_ block: Block) -> Observable<Step> {
        var headers = headers
        let md5 = block.wholeMD5.map { Data($0) }
        headers.contentMD5 = headers.contentMD5 ?? md5
        let body = HTTPBody(block.bytes)
        return client.put(body, md5: md5?.base64EncodedString(), to: blob, headers, metadata, conditions)
            .concatMap { .of(.sent(block.bytes.count), .made($0)) }
    }

    private func send(_ block: Block) -> Observable<Step> {
        blockCount += 1
        wholeMD5 = block.wholeMD5
        let md5 = client.transfers.checksMD5 ? Data(MD5.digest(of: block.bytes)) : nil
        return client.putBlock(HTTPBody(block.bytes), id: id(block.index), of: blob, md5: md5)
            .map { .sent(block.bytes.count) }
    }

    /// Makes a blob of the blocks, if there are some.
    private var completion: Observable<Step> {
        guard blockCount > 0 else { return .empty() }
        var headers = headers
        headers.contentMD5 = headers.contentMD5 ?? wholeMD5.map { Data($0) }
        let ids = (0..<blockCount).map(id)
        return client.putBlockList(ids, of: blob, headers: headers, metadata: metadata, conditions: conditions)
            .map { .made($0) }
    }

    /// What a block is called: of one length for all.
    private func id(_ index: Int) -> String {
        let number = (name.bigEndian, UInt32(truncatingIfNeeded: index).bigEndian)
        return withUnsafeBytes(of: number) { Data($0).base64EncodedString() }
    }
}
