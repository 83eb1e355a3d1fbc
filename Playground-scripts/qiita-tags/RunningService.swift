import RillQiita
import Rill
import RillSampleServices
import RillScriptSupport

/// The service that is asked, and how to ask it.
struct RunningService {
    private let client: QiitaClient
    private let sample: SampleQiita?

    /// Starts the sample, if that is what should be asked.
    init(_ arguments: Arguments) throws {
        let service = arguments.service
        var started: SampleQiita?
        let baseURL = try service.begin {
            var options = SampleQiita.Options()
            // Whatever token the user has: the sample knows it.
            if let token = service.token { options.tokens.insert(token) }
            let sample = try SampleQiita(options: options)
            started = sample
            return sample.baseURL
        }
        sample = started
        client = QiitaClient(token: service.token, baseURL: baseURL, timeout: service.timeout)
    }

    /// The pages that are asked for, each requested when the one before has arrived.
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
