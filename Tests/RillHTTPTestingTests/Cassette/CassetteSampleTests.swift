import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Testing

/// The example from the documentation of `CassetteTransport`, with a stub instead of the network.
@Suite struct CassetteSampleTests {
    struct Tag: Decodable, Sendable, Hashable {
        var id: String
    }

    struct Tags: Request {
        typealias Response = [Tag]
        var page: Int
        var path: URLPath { "/tags" }
        var query: QueryItems { ["page": page] }
    }

    @Test func createsClientAsDocumented() {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cassettes/tags.har")
        let client = Client(baseURL: "https://qiita.com/api/v2", transport: CassetteTransport(file))
        #expect(client.transport is CassetteTransport)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func recordsOnceAndThenPlays() throws {
        let folder = CassetteFolder()
        let file = folder.url.appending(path: "Cassettes/tags.har")
        let network = StubTransport { request in .json(#"[{"id": "swift \#(request.queryItem("page") ?? "")"}]"#) }
        func client() -> Client {
            Client(
                baseURL: "https://qiita.com/api/v2",
                transport: CassetteTransport(file, mode: .once, recording: network),
                defaultFields: [.authorization: "Bearer s3cr3t-token"])
        }
        let first = client()
        let recorded = try [1, 2, 1].map { try first.send(Tags(page: $0)).wait(timeout: .seconds(30)) }
        #expect(recorded.map(\.first?.id) == ["swift 1", "swift 2", "swift 1"])
        #expect(network.requests.count == 3)

        let second = client()
        let played = try [1, 1, 2].map { try second.send(Tags(page: $0)).wait(timeout: .seconds(30)) }
        #expect(played == [recorded[0], recorded[2], recorded[1]])
        #expect(network.requests.count == 3)
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("s3cr3t"))

        let error = #expect(throws: APIError.self) { try second.send(Tags(page: 3)).wait(timeout: .seconds(30)) }
        #expect(
            error?.reason
                == "no recorded response: no entry of tags.har matches GET https://qiita.com/api/v2/tags?page=3. "
                + "The closest is log.entries[0] (GET https://qiita.com/api/v2/tags?page=1), which differs: "
                + #"query item page: recorded "1", requested "3""#)
    }
}
