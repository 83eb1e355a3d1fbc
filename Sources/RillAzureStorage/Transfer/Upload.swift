internal import Foundation
internal import RillHTTP

/// The upload of one subscription, which uploads and commits blocks, or sends a single request for content that fits
/// into one block.
final class Upload: @unchecked Sendable {
    // Rule 1.3 guards `splitter`, `blockCount`, and `wholeMD5`: chunks and blocks are serial, and precede completion.

    private let client: BlobClient
    private let content: HTTPBody
    private let blob: BlobPath
    private let headers: BlobHeaders
    private let metadata: [String: String]
    private let conditions: AccessConditions

    /// A random part of the block IDs, which prevents collisions with concurrent uploads of the same blob.
    private let name = UInt32.random(in: .min ... .max)
    private var splitter = BlockSplitter(size: 1, checksMD5: false, total: nil)
    private var blockCount = 0
    private var wholeMD5: [UInt8]?

    /// A completed step of the upload.
    private enum Step: Sendable {
        case uploaded(Int)
        case committed(BlobVersion)
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

    /// Uploads the content and emits the progress.
    var progress: Observable<UploadProgress> {
        .deferred { try self.steps() }.mapError { error in
            error is APIError
                ? error
                : self.client.connection.client.failure(
                    of: Operation(.put, self.blob.path), error, wasSent: self.blockCount > 0)
        }
    }

    private func steps() throws -> Observable<UploadProgress> {
        let total = try content.checkedCount()
        let options = client.transfers
        let size = try options.blockSize(for: total)
        splitter = BlockSplitter(size: size, checksMD5: options.checksMD5, total: total)
        return content.chunks.materialize()
            .concatMap { event in try self.blocks(of: event) }
            .flatMap(maxConcurrent: options.maxConcurrent) { block in
                block.isLast && block.index == 0 ? self.put(block) : self.send(block)
            }
            .concat(.deferred { self.completion })
            .scan(UploadProgress(completed: 0, total: total, version: nil)) { progress, step in
                switch step {
                case .uploaded(let count):
                    UploadProgress(completed: progress.completed + count, total: total, version: nil)
                case .committed(let version):
                    UploadProgress(completed: progress.completed, total: progress.completed, version: version)
                }
            }
    }

    /// Returns the blocks that an event of the content completes, so that a failure does not overtake earlier blocks.
    private func blocks(of event: Event<[UInt8]>) throws -> Observable<Block> {
        switch event {
        case .next(let chunk):
            splitter.append(chunk)
            return .unfold(()) { _ in try self.splitter.next().map { ($0, ()) } }
        case .error(let error): return .error(error)
        case .completed: return .just(try splitter.last())
        }
    }

    /// Uploads the only block as a blob.
    private func put(_ block: Block) -> Observable<Step> {
        var headers = headers
        let md5 = block.wholeMD5.map { Data($0) }
        headers.contentMD5 = headers.contentMD5 ?? md5
        let body = HTTPBody(block.bytes)
        let checksum = client.transfers.checksum(of: block.bytes, md5: md5)
        return client.put(body, checksum, to: blob, headers, metadata, conditions)
            .concatMap { .of(.uploaded(block.bytes.count), .committed($0)) }
    }

    private func send(_ block: Block) -> Observable<Step> {
        blockCount += 1
        wholeMD5 = block.wholeMD5
        let checksum = client.transfers.checksum(of: block.bytes)
        let body = HTTPBody(block.bytes)
        return client.putBlock(body, id: id(block.index), of: blob, checksum: checksum, leaseID: conditions.leaseID)
            .map { .uploaded(block.bytes.count) }
    }

    /// Commits the blocks, if any were uploaded.
    private var completion: Observable<Step> {
        guard blockCount > 0 else { return .empty() }
        var headers = headers
        headers.contentMD5 = headers.contentMD5 ?? wholeMD5.map { Data($0) }
        let ids = (0..<blockCount).map(id)
        return client.putBlockList(ids, of: blob, headers: headers, metadata: metadata, conditions: conditions)
            .map { .committed($0) }
    }

    /// Returns the ID of a block.
    ///
    /// All IDs have the same length.
    private func id(_ index: Int) -> String {
        let number = (name.bigEndian, UInt32(truncatingIfNeeded: index).bigEndian)
        return withUnsafeBytes(of: number) { Data($0).base64EncodedString() }
    }
}
