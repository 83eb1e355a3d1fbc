// A list of many pages as one stream, which requests each page when the subscriber needs it.
import RillHTTPTesting

let server = try LoopbackServer { request in
    let page = request.queryItem("page").flatMap { Int($0) } ?? 1
    let names = (1...3).map { "\"repository-\((page - 1) * 3 + $0)\"" }.joined(separator: ",")
    let response = LoopbackServer.Response.json("[\(names)]")
    return page < 5 ? response.adding("Link", "</repositories?page=\(page + 1)>; rel=\"next\"") : response
}
let client = Client(baseURL: server.baseURL)
let list = Endpoint<[String]>("/repositories")

// The elements of all pages, in order. The third page is not requested.
for try await name in client.elements(of: list, by: .linkHeader).take(5).values {
    print(name)
}
print("requests: \(server.requests.map(\.target))")

// A page contains its value, its response head, and a cursor for continuing later.
let second = try await client.pages(list, by: .linkHeader).skip(1).firstValue()
print("page 2: \(second.value)")
if let cursor = second.next {
    let rest = try await client.pages(list, by: .linkHeader, from: cursor).collected()
    print("the rest: \(rest.map(\.value))")
}
server.stop()
