// Creates a resource with a long-running operation: the server accepts the request, and the client polls the operation.
import RillHTTP
import RillSampleServices

struct Index: Decodable, Sendable {
    let name: String
}

// An operation of the sample server ends with the third poll, and fails for the name "broken".
let server = try SampleOperations()
let client = Client(baseURL: server.baseURL)

func create(_ name: String) -> Observable<Index> {
    let request = Endpoint<Index>("/indexes/\(name)", method: .put)
    return client.send(request, polling: OperationPolling(every: .constant(.milliseconds(20))))
        .deadline(.seconds(10))
}

let index = try await create("images").firstValue()
print("created the index \(index.name)")
for request in server.server.requests { print("  \(request.method) \(request.path)") }

do {
    _ = try await create("broken").firstValue()
} catch let error as APIError where error.stage == .operation {
    print(error.reason)
}
server.stop()
