import RillGarage
import RillSampleServices
import RillScriptSupport

/// The server that is asked, and how to ask it.
struct RunningService: Sendable {
    let garage: GarageExample
    private let sample: SampleGarage?

    /// Starts the sample, if that is what should be asked.
    init(_ arguments: Arguments) throws {
        let service = arguments.service
        let sampleToken = "sample-token"
        var started: SampleGarage?
        let baseURL = try service.begin {
            var options = SampleGarage.Options()
            // Whatever token the user has: the sample knows it.
            options.tokens = [service.token ?? sampleToken]
            let sample = try SampleGarage(options: options)
            started = sample
            return sample.baseURL
        }
        sample = started
        garage = GarageExample(
            GarageClient(
                endpoint: baseURL, accessToken: service.token ?? (service.isSample ? sampleToken : nil),
                timeout: service.timeout))
    }

    func stop() {
        sample?.stop()
    }
}
