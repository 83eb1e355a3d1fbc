import RillHTTP
import RillSampleServices
import RillTestSupport
import Testing

/// Tests queues of the sample server.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct SampleAzureQueueTests {
    @Test func createsQueueOnce() async throws {
        try await SampleAzure.with { sample async throws in
            try await expectOutcomes(
                (sample.sendSigned(.queue, .put, "/jobs", ["x-ms-meta-Color": "red"]), "201"),
                (sample.sendSigned(.queue, .put, "/jobs", ["x-ms-meta-color": "red"]), "204"))
            for fields in [["x-ms-meta-color": "blue"], [:], ["x-ms-meta-color": "red", "x-ms-meta-size": "1"]] {
                try await expectOutcomes((sample.sendSigned(.queue, .put, "/jobs", fields), "409 QueueAlreadyExists"))
            }
            try await expectOutcomes(
                (sample.sendSigned(.queue, .delete, "/jobs"), "204"),
                (sample.sendSigned(.queue, .delete, "/jobs"), "QueueNotFound"),
                (sample.sendSigned(.queue, .put, "/jobs"), "201"))
        }
    }

    @Test func returnsQueueProperties() async throws {
        try await SampleAzure.withQueue { sample in
            try await expectOutcomes(
                (sample.send("hidden", "?visibilitytimeout=10"), "201"), (sample.send("seen"), "201"),
                (sample.sendSigned(.queue, .put, "/jobs?comp=metadata", ["x-ms-meta-a": "1"]), "204"))
            for method in [HTTPRequest.Method.get, .head] {
                let response = try await sample.sendSigned(.queue, method, "/jobs?comp=metadata")
                #expect(response.status == 200)
                #expect(response["x-ms-meta-a"] == "1")
                #expect(response["x-ms-approximate-messages-count"] == "2")
            }
        }
    }

    @Test func listsQueuesAsPages() async throws {
        try await SampleAzure.with { sample in
            for name in ["jobs3", "jobs1", "other", "jobs2"] {
                #expect(try await sample.sendSigned(.queue, .put, "/\(name)", ["x-ms-meta-name": name]).status == 201)
            }
            let first = try await sample.sendSigned(.queue, .get, "/?comp=list&prefix=jobs&maxresults=2")
            #expect(first.texts("Name") == ["jobs1", "jobs2"])
            #expect(first.text.contains("ServiceEndpoint=\"\(sample.storage.queueEndpoint)/\""))
            let marker = PercentEncoding.encode(try #require(first.first("NextMarker")))
            let second = try await sample.sendSigned(
                .queue, .get, "/?comp=list&prefix=jobs&maxresults=2&include=metadata&marker=\(marker)")
            #expect(second.texts("Name") == ["jobs3"])
            #expect(second.text.contains("<Metadata><name>jobs3</name></Metadata>"))
            #expect(second.text.contains("<NextMarker />"))
        }
    }

    @Test func storesPoliciesAndServiceProperties() async throws {
        try await SampleAzure.withQueue { sample in
            let policies =
                "<SignedIdentifiers><SignedIdentifier><Id>1</Id><AccessPolicy><Permission>r</Permission>"
                + "</AccessPolicy></SignedIdentifier></SignedIdentifiers>"
            #expect(try await sample.sendSigned(.queue, .put, "/jobs?comp=acl", text: policies).status == 204)
            #expect(try await sample.sendSigned(.queue, .get, "/jobs?comp=acl").text.hasSuffix(policies))
            let target = "/?restype=service&comp=properties"
            let content = "<HourMetrics><Version>1.0</Version><Enabled>true</Enabled></HourMetrics>"
            let body = "<StorageServiceProperties>\(content)</StorageServiceProperties>"
            #expect(try await sample.sendSigned(.queue, .put, target, text: body).status == 202)
            let settings = try await sample.sendSigned(.queue, .get, target)
            #expect(settings.text.contains(content))
            #expect(!settings.text.contains("StaticWebsite"))
            let foreign = "<StorageServiceProperties><StaticWebsite/></StorageServiceProperties>"
            #expect(try await sample.sendSigned(.queue, .put, target, text: foreign).code == "InvalidXmlDocument")
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/none/messages"), (.post, "/none/messages"), (.delete, "/none/messages"),
        (.get, "/none?comp=metadata"), (.put, "/none?comp=metadata"), (.get, "/none?comp=acl"),
        (.delete, "/none/messages/1?popreceipt=AAAA"), (.put, "/none/messages/1?popreceipt=AAAA&visibilitytimeout=0"),
    ])
    func missingQueueReturnsError(_ method: HTTPRequest.Method, _ target: String) async throws {
        try await SampleAzure.with { sample in
            let text = "<QueueMessage><MessageText>a</MessageText></QueueMessage>"
            let body = method == .post ? Array(text.utf8) : nil
            try await expectOutcomes((sample.sendSigned(.queue, method, target, [:], body), "404 QueueNotFound"))
        }
    }

    @Test func rejectsOtherResourcesInQueue() async throws {
        try await SampleAzure.withQueue { sample async throws in
            try await expectOutcomes(
                (sample.sendSigned(.queue, .get, "/jobs/others"), "ResourceNotFound"),
                (sample.sendSigned(.queue, .put, "/jobs/messages"), "UnsupportedHttpVerb"),
                (sample.sendSigned(.queue, .post, "/jobs"), "UnsupportedHttpVerb"))
        }
    }
}
