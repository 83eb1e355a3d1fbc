import Rill
import RillQiita
import RillSampleServices
import RillScript

/// The client and, if selected, the sample server.
struct RunningService {
    private let client: QiitaClient
    private let sample: SampleQiita?

    /// Creates the client, and starts the sample server if it is selected.
    init(_ arguments: Arguments) throws {
        let service = arguments.service
        var started: SampleQiita?
        let baseURL = try service.resolveBaseURL {
            var options = SampleQiita.Options()
            // The sample server accepts any token of the user.
            if let token = service.token { options.tokens.insert(token) }
            let sample = try SampleQiita(options: options)
            started = sample
            return sample.baseURL
        }
        sample = started
        client = QiitaClient(token: service.token, baseURL: baseURL, timeout: service.timeout)
    }

    /// Returns the selected pages, requesting each page after the previous page has been received.
    func pages(_ arguments: Arguments) -> Observable<TagPage> {
        switch arguments.extent {
        case .all:
            client.tagPages(perPage: arguments.perPage ?? 100, sort: arguments.sort)
        case .pages(let first, let count):
            client.tagPages(from: first, perPage: arguments.perPage ?? 20, sort: arguments.sort).take(count)
        }
    }

    func stop() {
        sample?.stop()
    }
}
