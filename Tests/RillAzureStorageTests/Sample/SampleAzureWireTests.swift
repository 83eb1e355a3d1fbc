import Foundation
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import RillTestSupport
import Testing

/// Tests the common header fields and the error format of the sample server.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct SampleAzureWireTests {
    @Test(arguments: [
        (SampleAzure.Service.blob, "Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0"),
        (.queue, "Windows-Azure-Queue/1.0 Microsoft-HTTPAPI/2.0"),
    ])
    func responsesHaveCommonFields(_ service: SampleAzure.Service, _ server: String) async throws {
        try await SampleAzure.with { sample in
            let responses = [
                try await sample.sendSigned(service, .get, "/?comp=list", ["x-ms-client-request-id": "mine"]),
                try await sample.sendSigned(service, .get, "/nothing/at-all", ["x-ms-client-request-id": "mine"]),
            ]
            #expect(responses.map(\.status) == [200, 404])
            for response in responses {
                #expect(response["x-ms-request-id"].flatMap { UUID(uuidString: $0) } != nil)
                #expect(response["x-ms-version"] == "2021-08-06")
                #expect(response["Date"] == "Sat, 21 Nov 2026 00:00:00 GMT")
                #expect(response["Server"] == server)
                #expect(response["x-ms-client-request-id"] == "mine")
                #expect(response["Content-Type"] == "application/xml")
                #expect(response.body.starts(with: [0xEF, 0xBB, 0xBF]))
            }
            #expect(Set(responses.map { $0["x-ms-request-id"] }).count == 2)
        }
    }

    @Test func errorsHaveFormatOfService() async throws {
        try await SampleAzure.with { sample in
            sample.clock.advance(by: 1.863)
            let response = try await sample.sendSigned(.queue, .get, "/jobs/messages?numofmessages=33")
            let id = try #require(response["x-ms-request-id"])
            let message =
                "One of the query parameters specified in the request URI is outside the permissible range."
            #expect(response.code == "OutOfRangeQueryParameterValue")
            #expect(response.head.status.reasonPhrase == message)
            #expect(
                response.text == "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?><Error>"
                    + "<Code>OutOfRangeQueryParameterValue</Code><Message>\(message)\nRequestId:\(id)\n"
                    + "Time:2026-11-21T00:00:01.8630000Z</Message>"
                    + "<QueryParameterName>numofmessages</QueryParameterName>"
                    + "<QueryParameterValue>33</QueryParameterValue><MinimumAllowed>1</MinimumAllowed>"
                    + "<MaximumAllowed>32</MaximumAllowed></Error>")
        }
    }

    @Test func headErrorsContainCodeField() async throws {
        try await SampleAzure.with { sample in
            let response = try await sample.sendSigned(.blob, .head, "/con/missing.txt")
            #expect(response.status == 404)
            #expect(response.code == "ContainerNotFound")
            #expect(response.body.isEmpty)
        }
    }

    @Test(arguments: ["2009-09-19", "2021-08-06", "2026-10-06"]) func acceptsKnownVersions(_ version: String)
        async throws
    {
        try await SampleAzure.with { sample in
            let response = try await sample.sendSigned(.blob, .get, "/?comp=list", ["x-ms-version": version])
            #expect(response.status == 200)
            #expect(response["x-ms-version"] == version)
        }
    }

    @Test(arguments: ["2009-04-14", "2027-01-01", "latest", "2021-8-6", "2021-08-06x"])
    func rejectsUnknownVersions(_ version: String) async throws {
        try await SampleAzure.with { sample in
            let response = try await sample.sendSigned(.blob, .get, "/?comp=list", ["x-ms-version": version])
            #expect(response.status == 400)
            #expect(response.code == "InvalidHeaderValue")
            #expect(response.first("HeaderName") == "x-ms-version")
            #expect(response.first("HeaderValue") == version)
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.put, "/con/a?comp=tier", 501, "NotImplemented"),
        (.put, "/con/a?comp=snapshot", 501, "NotImplemented"), (.post, "/con/a", 405, "UnsupportedHttpVerb"),
        (.get, "/", 400, "InvalidUri"), (.get, "/con/%ff", 400, "InvalidUri"),
        (.get, "/?restype=service&comp=stats", 501, "NotImplemented"),
    ])
    func rejectsUnsupportedOperations(
        _ method: HTTPRequest.Method, _ target: String, _ status: Int, _ code: String
    ) async throws {
        try await SampleAzure.with { sample in
            let response = try await sample.sendSigned(.blob, method, target)
            #expect(response.status == status)
            #expect(response.code == code)
        }
    }

    @Test func containsSampleData() async throws {
        try await SampleAzure.with(hasSamples: true) { sample in
            let containers = try await sample.sendSigned(.blob, .get, "/?comp=list")
            #expect(containers.texts("Name") == ["backups", "pictures"])
            #expect(try await sample.send(.blob, .get, "/devstoreaccount1/pictures/readme.txt").status == 200)
            let blobs = try await sample.sendSigned(
                .blob, .get, "/pictures?restype=container&comp=list&prefix=2026/11/")
            #expect(blobs.texts("Name") == ["2026/11/pixel.png", "2026/11/日本 語.txt"])
            #expect(
                try await sample.sendSigned(.blob, .get, "/backups?restype=container&comp=list").texts("Name").isEmpty)
            let messages = try await sample.sendSigned(.queue, .get, "/jobs/messages?numofmessages=32")
            let texts = messages.texts("MessageText").map {
                Data(base64Encoded: $0).map { String(decoding: $0, as: UTF8.self) }
            }
            #expect(texts == ["resize 2026/11/pixel.png", "index 2026", "こんにちは"])
        }
    }

    @Test func providesConnectionString() async throws {
        try await SampleAzure.with { sample in
            let storage = sample.storage
            #expect(storage.blobEndpoint == "http://127.0.0.1:\(storage.blobServer.port)/devstoreaccount1")
            #expect(storage.queueEndpoint == "http://127.0.0.1:\(storage.queueServer.port)/devstoreaccount1")
            #expect(
                storage.connectionString
                    == "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey="
                    + "\(SampleAzureStorage.publishedKey);BlobEndpoint=\(storage.blobEndpoint);"
                    + "QueueEndpoint=\(storage.queueEndpoint);")
        }
    }

    @Test(arguments: [(false, 0), (true, 1)]) func recordsRequestsOnDemand(_ records: Bool, _ count: Int) async throws {
        var options = SampleAzureStorage.Options()
        options.recordsRequests = records
        try await SampleAzure.with(options) { sample in
            _ = try await sample.sendSigned(.blob, .get, "/?comp=list")
            #expect(sample.storage.blobServer.requests.count == count)
        }
    }
}
