// A search that waits until the user pauses, and cancels requests whose results are no longer needed.
import RillGitHub
import RillSampleServices

let server = try SampleGitHub()
let client = GitHubClient(baseURL: server.baseURL)
let queries = PublishSubject<String>()

let results =
    queries
    .debounce(.milliseconds(100), scheduler: MainScheduler.shared)
    .distinctUntilChanged()
    .flatMapLatest { query in
        client.searchRepositories(query, perPage: 3)
            .map { page in "\(query): \(page.items.map(\.fullName))" }
            .catchAndReturn("\(query): not available")
    }
    .share(replay: 1)

let subscription = results.subscribe(onNext: { print($0) })

// The pauses between these letters are shorter than the debounce time, so that only the last query is sent.
for query in ["r", "re", "react", "reactive"] { queries.onNext(query) }
_ = try await results.firstValue()

for query in ["s", "st", "stream"] { queries.onNext(query) }
_ = try await results.skip(1).firstValue()

print("searches: \(server.server.requests.count)")
subscription.dispose()
server.stop()
