import RillHTTP

// The only import of this file is RillHTTP. The file declares the client on the first page of RillHTTP, and is
// checked by being compiled.

private struct Repository: Decodable, Sendable {
    let name: String
}

private struct Repositories: Request {
    typealias Response = [Repository]
    var path: URLPath { "/users/\(user)/repos" }
    var query: QueryItems { ["per_page": 50] }
    let user: String
}

private func sendRequests(queries: Observable<String>) async throws {
    let client = Client(baseURL: "https://api.github.com", middleware: [FollowRedirects(), Retry()])
    let firstPage: Observable<[Repository]> = client.send(Repositories(user: "apple"))
    let all: Observable<Repository> = client.elements(of: Repositories(user: "apple"), by: .linkHeader)
    let item = client.send(Endpoint<Repository>("https://api.example.com/rill", headerFields: ["X-A": "b"]))

    let results =
        queries
        .debounce(.milliseconds(300), scheduler: MainScheduler.shared)
        .flatMapLatest { client.send(Repositories(user: $0)).catchAndReturn([]) }
    for try await page in results.values { print(page.map(\.name)) }
    let first = try await item.firstValue()
    let bag = DisposeBag()
    firstPage.subscribe(onNext: { page in print(page.count, first) }).disposed(by: bag)
    _ = try await all.take(2).collected()
}
