import Qiita
import Rill
import SampleServices

/// The service that is asked, and how to ask it.
struct RunningService {
    /// Which service it is, for the user.
    let notice: String

    private let client: QiitaClient
    private let sample: SampleQiita?

    /// Starts the sample, if that is what should be asked.
    init(_ arguments: Arguments) throws {
        let baseURL: String
        switch arguments.service {
        case .sample:
            var options = SampleQiita.Options()
            // Whatever token the user has: the sample knows it.
            if let token = arguments.token { options.tokens.insert(token) }
            let sample = try SampleQiita(options: options)
            self.sample = sample
            baseURL = sample.baseURL
            notice = "asking the sample service in this process, \(baseURL); --live asks qiita.com"
        case .live:
            sample = nil
            baseURL = "https://qiita.com/api/v2"
            notice = "asking \(baseURL)"
        case .other(let address):
            sample = nil
            baseURL = address
            notice = "asking \(baseURL)"
        }
        client = QiitaClient(token: arguments.token, baseURL: baseURL, timeout: arguments.timeout)
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
