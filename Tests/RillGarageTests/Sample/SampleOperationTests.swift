import RillHTTP
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests that the sample server rejects unimplemented query items, fields, and conditions, for each operation.
@Suite(.timeLimit(.minutes(2))) struct SampleOperationTests {
    private static let list: Set = ["fields", "page", "per_page"]

    private static let operations: [SampleOperation] = [
        SampleOperation("/v1/users", items: list), SampleOperation("/v1/users/1", items: ["fields"]),
        SampleOperation("/v1/users/1/posts", items: list), SampleOperation("/v1/posts", items: list),
        SampleOperation("/v1/posts/1", items: ["fields"]),
        SampleOperation("/v1/users", method: .head, items: list),
        SampleOperation(.json("/v1/users/1", method: .patch, #"{"name":"A"}"#), items: ["fields"]),
        SampleOperation(.json("/v1/posts", #"{"title":"A"}"#), items: ["fields"]),
        SampleOperation(.json("/v1/posts/1", method: .put, #"{"title":"B"}"#), items: ["fields"]),
        SampleOperation("/v1/posts/1", method: .delete, items: ["fields"]),
        SampleOperation("/oauth/token/info"),
    ]

    @Test func rejectsUnimplementedParts() async throws {
        try await SampleContext.run { context in
            let client = Client(
                baseURL: context.sample.baseURL, defaultFields: [.authorization: "Bearer sample-token"])
            for operation in Self.operations {
                try await operation.expectRejections(
                    interpreted: ["fields", "page", "per_page", "created.gte", "published_at.from", "id.lt"],
                    fields: ["If-None-Match"], ignored: "utm_source"
                ) { try await client.send($0).firstValue() }
            }
        }
    }
}
