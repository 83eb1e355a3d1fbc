import RillGarage
import RillSampleServices
import RillScript

/// The client and, if selected, the sample server.
struct RunningService: Sendable {
    let garage: GarageExample
    private let sample: SampleGarage?

    /// Creates the client, and starts the sample server if it is selected.
    init(_ arguments: Arguments) throws {
        let service = arguments.service
        let sampleToken = "sample-token"
        var started: SampleGarage?
        let baseURL = try service.resolveBaseURL {
            var options = SampleGarage.Options()
            // The sample server accepts any token of the user.
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
