// A list that loads its next page when the view has scrolled to the end, and shows its state.
import RillHTTPTesting

let server = try LoopbackServer { request in
    let page = request.queryItem("page").flatMap { Int($0) } ?? 1
    let names = (1...2).map { "\"item \((page - 1) * 2 + $0)\"" }.joined(separator: ",")
    let response = LoopbackServer.Response.json("[\(names)]")
    return page < 3 ? response.adding("Link", "</items?page=\(page + 1)>; rel=\"next\"") : response
}
let client = Client(baseURL: server.baseURL)
let pager = client.pager(of: Endpoint<[String]>("/items"), by: .linkHeader)

let view = pager.subscribe(onNext: { list in print("\(list.status): \(list.items)") })
pager.refresh()

// A call while a page is being loaded is ignored.
for try await list in pager.values {
    switch list.status {
    case .idle: pager.loadNext()
    case .loading: break
    case .failed, .finished: server.stop()
    }
    if case .finished = list.status { break }
}
view.dispose()
