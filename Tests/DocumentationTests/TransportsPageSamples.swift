#if os(Linux)
    import RillHTTP
    import RillHTTPTesting

    /// The samples on the page "Transports".
    private enum TransportsPageSamples {
        static func options() -> Client {
            var options = TransportOptions()
            options.certificateAuthorityFile = "/etc/ssl/our-own-ca.pem"
            options.responseTimeout = .seconds(5)
            let client = Client(baseURL: "https://intranet.example", transport: CurlTransport(options: options))
            return client
        }

        static func body() -> HTTPBody {
            let photo = HTTPBody.file("/tmp/photo.jpeg", contentType: "image/jpeg")
                .onProgress { progress in print(progress.fraction ?? 0) }
            return photo
        }

        static func conformance() async throws {
            for testCase in TransportConformance.cases where testCase.skipReason == nil {
                try await testCase.run { CurlTransport(options: $0.options) }
            }
        }
    }
#endif
