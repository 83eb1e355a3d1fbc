import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

@Suite struct ServicePropertiesTests {
    /// Properties that are read, changed, and written again.
    @Test func writtenPropertiesKeepSettingsOfTheService() throws {
        let version: HTTPFields = ["x-ms-version": "1"]
        let settings =
            "<DeleteRetentionPolicy><Enabled>true</Enabled><Days>7</Days><AllowPermanentDelete>true</AllowPermanentDelete>"
            + "</DeleteRetentionPolicy>"
            + "<StaticWebsite><Enabled>true</Enabled><DefaultIndexDocumentPath>index.html</DefaultIndexDocumentPath>"
            + "</StaticWebsite>"
        let rule =
            "<Cors><CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET, PUT</AllowedMethods>"
            + "<MaxAgeInSeconds>5</MaxAgeInSeconds></CorsRule></Cors>"
        let transport = StubTransport { request in
            request.method == .get
                ? .text(
                    "<StorageServiceProperties>\(rule)\(settings)</StorageServiceProperties>", type: "application/xml",
                    fields: version)
                : .status(.accepted, fields: version)
        }
        let client = RangeStub.client(transport)
        var properties = try #require(Recorder(client.serviceProperties()).values.first)
        #expect(properties.corsRules?.first?.allowedMethods == ["GET", "PUT"])
        properties.corsRules = []
        #expect(Recorder(client.setServiceProperties(properties)).isCompleted)
        #expect(transport.requests.last?.bodyText?.contains(settings) == true)
    }
}
