import RillQiita
import RillSampleServices
import RillScript

/// The client and its server.
struct RunningService: Sendable {
    let server: SelectedServer
    private let client: QiitaClient

    /// Creates the client, and starts the sample server if it is selected.
    init(_ arguments: Arguments) throws {
        let service = arguments.service
        server = try service.selectServer {
            var options = SampleQiita.Options()
            // The sample server accepts any token of the user.
            if let token = service.token { options.tokens.insert(token) }
            let sample = try SampleQiita(options: options)
            return (sample.baseURL, sample.stop)
        }
        client = QiitaClient(token: service.token, baseURL: server.baseURL, timeout: service.timeout)
    }

    /// Returns the selected pages, requesting each page after the previous page has been received.
    func pages(_ arguments: Arguments) -> Observable<ListPage<Tag>> {
        switch arguments.extent {
        case .all:
            client.tagPages(perPage: arguments.perPage ?? 100, sort: arguments.sort)
        case .pages(let first, let count):
            client.tagPages(from: first, perPage: arguments.perPage ?? 20, sort: arguments.sort).take(count)
        }
    }
}
