import Rill
import RillHTTP

/// The samples on the page "Paging, streaming and downloads".
private enum StreamingPageSamples {
    struct Entry: Decodable, Sendable {}

    struct Repositories: Request {
        typealias Response = [Entry]
        var path: URLPath { "/repositories" }
    }

    static func pages(_ client: Client, from saved: PageCursor, save: (PageCursor?) -> Void) async throws
        -> [any Sendable]
    {
        let repositories = client.elements(of: Repositories(), by: .linkHeader).take(50)
        for try await page in client.pages(Repositories(), by: .linkHeader).values { save(page.next) }
        let rest = client.pages(Repositories(), by: .linkHeader, from: saved)
        return [repositories, rest]
    }

    static func streams(_ client: Client) -> [any Sendable] {
        let lines = client.stream(Endpoint<Void>("/log"), as: .lines)
        let entries = client.stream(Endpoint<Void>("/log.ndjson"), as: .ndjson(of: Entry.self))
        let chunks = client.stream(Endpoint<Void>("/film"), as: .chunks)
        let ticks = client.serverSentEvents(Endpoint<Void>("/ticks")).filter { $0.type == "tick" }
        return [lines, entries, chunks, ticks]
    }

    /// A placeholder for a function that verifies the digest of a file.
    static func expect(_ digest: [UInt8], of file: String) throws {}

    static func files(_ client: Client, sha256: [UInt8]) -> Observable<DownloadProgress> {
        var options = DownloadOptions()
        options.resumes = true
        options.verify = { file, _ in try expect(sha256, of: file) }
        let progress = client.download(Endpoint<Void>("/film"), to: "/tmp/film.mp4", options: options).retry(3)
        return progress
    }
}
