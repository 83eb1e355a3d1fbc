import Foundation
import RillHTTP
import RillHTTPTesting
import SampleServices
import Testing

/// What all answers of the sample have, and the form of its refusals.
@Suite(.timeLimit(.minutes(2))) struct SampleAzureWireTests {
    @Test(arguments: [
        (SampleAzure.Service.blob, "Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0"),
        (.queue, "Windows-Azure-Queue/1.0 Microsoft-HTTPAPI/2.0"),
    ])
    func saysWhatAllAnswersSay(_ service: SampleAzure.Service, _ server: String) async throws {
        try await SampleAzure.with { sample in
            let answers = [
                try await sample.ask(service, .get, "/?comp=list", ["x-ms-client-request-id": "mine"]),
                try await sample.ask(service, .get, "/nothing/at-all", ["x-ms-client-request-id": "mine"]),
            ]
            #expect(answers.map(\.status) == [200, 404])
            for answer in answers {
                #expect(answer["x-ms-request-id"].flatMap { UUID(uuidString: $0) } != nil)
                #expect(answer["x-ms-version"] == "2021-08-06")
                #expect(answer["Date"] == "Sat, 21 Nov 2026 00:00:00 GMT")
                #expect(answer["Server"] == server)
                #expect(answer["x-ms-client-request-id"] == "mine")
                #expect(answer["Content-Type"] == "application/xml")
                #expect(answer.body.starts(with: [0xEF, 0xBB, 0xBF]))
            }
            #expect(Set(answers.map { $0["x-ms-request-id"] }).count == 2)
        }
    }

    @Test func refusesInTheFormOfTheService() async throws {
        try await SampleAzure.with { sample in
            sample.clock.advance(by: 1.863)
            let answer = try await sample.ask(.queue, .get, "/jobs/messages?numofmessages=33")
            let id = try #require(answer["x-ms-request-id"])
            let message =
                "One of the query parameters specified in the request URI is outside the permissible range."
            #expect(answer.code == "OutOfRangeQueryParameterValue")
            #expect(answer.head.status.reasonPhrase == message)
            #expect(
                answer.text == "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?><Error>"
                    + "<Code>OutOfRangeQueryParameterValue</Code><Message>\(message)\nRequestId:\(id)\n"
                    + "Time:2026-11-21T00:00:01.8630000Z</Message>"
                    + "<QueryParameterName>numofmessages</QueryParameterName>"
                    + "<QueryParameterValue>33</QueryParameterValue><MinimumAllowed>1</MinimumAllowed>"
                    + "<MaximumAllowed>32</MaximumAllowed></Error>")
        }
    }

    @Test func tellsWhoAsksForTheHeadAloneByAField() async throws {
        try await SampleAzure.with { sample in
            let answer = try await sample.ask(.blob, .head, "/con/missing.txt")
            #expect(answer.status == 404)
            #expect(answer.code == "ContainerNotFound")
            #expect(answer.body.isEmpty)
        }
    }

    @Test(arguments: ["2009-09-19", "2021-08-06", "2026-10-06"]) func takesTheVersion(_ version: String) async throws {
        try await SampleAzure.with { sample in
            let answer = try await sample.ask(.blob, .get, "/?comp=list", ["x-ms-version": version])
            #expect(answer.status == 200)
            #expect(answer["x-ms-version"] == version)
        }
    }

    @Test(arguments: ["2009-04-14", "2027-01-01", "latest", "2021-8-6", "2021-08-06x"])
    func refusesTheVersion(_ version: String) async throws {
        try await SampleAzure.with { sample in
            let answer = try await sample.ask(.blob, .get, "/?comp=list", ["x-ms-version": version])
            #expect(answer.status == 400)
            #expect(answer.code == "InvalidHeaderValue")
            #expect(answer.first("HeaderName") == "x-ms-version")
            #expect(answer.first("HeaderValue") == version)
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.put, "/con/a?comp=lease", 501, "NotImplemented"),
        (.put, "/con/a?comp=snapshot", 501, "NotImplemented"), (.post, "/con/a", 405, "UnsupportedHttpVerb"),
        (.get, "/", 400, "InvalidUri"), (.get, "/con/%ff", 400, "InvalidUri"),
        (.get, "/?restype=service&comp=stats", 501, "NotImplemented"),
    ])
    func refusesWhatItDoesNotKnow(
        _ method: HTTPRequest.Method, _ target: String, _ status: Int, _ code: String
    ) async throws {
        try await SampleAzure.with { sample in
            let answer = try await sample.ask(.blob, method, target)
            #expect(answer.status == status)
            #expect(answer.code == code)
        }
    }

    @Test func hasSomethingInItFromTheBeginning() async throws {
        try await SampleAzure.with(hasSamples: true) { sample in
            let containers = try await sample.ask(.blob, .get, "/?comp=list")
            #expect(containers.texts("Name") == ["backups", "pictures"])
            #expect(try await sample.send(.blob, .get, "/devstoreaccount1/pictures/readme.txt").status == 200)
            let blobs = try await sample.ask(.blob, .get, "/pictures?restype=container&comp=list&prefix=2026/11/")
            #expect(blobs.texts("Name") == ["2026/11/pixel.png", "2026/11/日本 語.txt"])
            #expect(try await sample.ask(.blob, .get, "/backups?restype=container&comp=list").texts("Name").isEmpty)
            let messages = try await sample.ask(.queue, .get, "/jobs/messages?numofmessages=32")
            let texts = messages.texts("MessageText").map {
                Data(base64Encoded: $0).map { String(decoding: $0, as: UTF8.self) }
            }
            #expect(texts == ["resize 2026/11/pixel.png", "index 2026", "こんにちは"])
        }
    }

    @Test func hasOneLineForAllThatAClientNeeds() async throws {
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

    @Test(arguments: [(false, 0), (true, 1)]) func keepsRequestsIfItShould(_ records: Bool, _ count: Int) async throws {
        var options = SampleAzureStorage.Options()
        options.recordsRequests = records
        try await SampleAzure.with(options) { sample in
            _ = try await sample.ask(.blob, .get, "/?comp=list")
            #expect(sample.storage.blobServer.requests.count == count)
        }
    }
}
