import RillGarage
import RillSampleServices
import RillScript

/// The client and its server.
struct RunningService: Sendable {
    let server: SelectedServer
    let garage: GarageExample

    /// Creates the client, and starts the sample server if it is selected.
    init(_ arguments: Arguments) throws {
        let service = arguments.service
        let sampleToken = "sample-token"
        server = try service.selectServer {
            var options = SampleGarage.Options()
            // The sample server accepts any token of the user.
            options.tokens = [service.token ?? sampleToken]
            let sample = try SampleGarage(options: options)
            return (sample.baseURL, sample.stop)
        }
        garage = GarageExample(
            GarageClient(
                endpoint: server.baseURL, accessToken: service.token ?? (service.isSample ? sampleToken : nil),
                timeout: service.timeout))
    }
}
