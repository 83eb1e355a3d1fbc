// A service client returns the response of a request as a stream of one element.
import RillQiita
import RillSampleServices

// A local server with the API of qiita.com. Without a base URL, the client sends its requests to qiita.com.
let server = try SampleQiita()
let client = QiitaClient(baseURL: server.baseURL)

let popular = client.tags(perPage: 10, sort: .count)
    .map { tags in tags.filter { $0.itemsCount > 10_000 } }

// The request is sent when the stream is subscribed to, and again for each subscription.
for tag in try await popular.firstValue() {
    print("\(tag.id): \(tag.itemsCount) items, \(tag.followersCount) followers")
}

// All pages as a stream of tags, which requests a page when its elements are needed.
let names = try await client.allTags().map(\.id).filter { $0.hasPrefix("S") }.take(3).collected()
print(names)

server.stop()
