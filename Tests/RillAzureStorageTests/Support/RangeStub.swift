import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Testing

@testable import RillAzureStorage

/// A server with one blob that supports ranges.
enum RangeStub {
    static let blob = BlobPath("test", "a")

    /// Returns the requested range, or `nil` for the whole content.
    static func range(_ request: StubTransport.Request) -> ClosedRange<Int>? {
        guard let field = request.headerFields[.range] else { return nil }
        let numbers = field.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2, let first = Int(numbers[0]) else { return nil }
        let last = numbers[1].isEmpty ? Int.max - 1 : Int(numbers[1]) ?? -1
        return first <= last ? first...last : nil
    }

    /// Responds with status 206, 416, or the whole content without a range.
    static func response(
        _ request: StubTransport.Request, _ content: [UInt8], tag: String? = "\"1\"", fields: HTTPFields = [:]
    ) -> StubTransport.Response {
        var fields = fields
        fields[.eTag] = tag
        guard let range = range(request) else { return whole(content, fields) }
        guard range.lowerBound < content.count else {
            fields[.contentRange] = "bytes */\(content.count)"
            return .status(.rangeNotSatisfiable, fields: fields)
        }
        let end = min(range.upperBound + 1, content.count)
        fields[.contentRange] = "bytes \(range.lowerBound)-\(end - 1)/\(content.count)"
        return .respond(
            status: .partialContent, fields: fields, chunks: [.init(Array(content[range.lowerBound..<end]))])
    }

    static func whole(_ content: [UInt8], _ fields: HTTPFields = [:]) -> StubTransport.Response {
        var fields = fields
        fields[.contentLength] = "\(content.count)"
        return .respond(fields: fields, chunks: [.init(content)])
    }

    /// Creates a client that retries without delay.
    static func client(
        _ transport: StubTransport, chunkSize: Int = 1_000, maxConcurrent: Int = 3, attempts: Int = 3,
        checksMD5: Bool = true
    ) -> BlobClient {
        BlobClient(
            StorageAccount(name: "a", credential: .anonymous),
            transfers: TransferOptions(chunkSize: chunkSize, maxConcurrent: maxConcurrent, checksMD5: checksMD5),
            transport: transport.asService, retry: .constantBackoff(attempts: attempts, delay: .zero),
            scheduler: ImmediateScheduler.shared)
    }
}
