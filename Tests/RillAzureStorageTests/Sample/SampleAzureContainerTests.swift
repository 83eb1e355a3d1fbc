import Foundation
import RillHTTP
import RillSampleServices
import RillTestSupport
import Testing

/// Tests containers and service properties of the sample server.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests"))
struct SampleAzureContainerTests {
    @Test func createsReadsAndDeletesContainer() async throws {
        try await SampleAzure.with { sample in
            let target = "/con?restype=container"
            let created = try await sample.sendSigned(.blob, .put, target, ["x-ms-meta-Owner": "me"])
            #expect(created.status == 201)
            let tag = try #require(created["ETag"])
            #expect(tag.wholeMatch(of: #/"0x[0-9A-F]+"/#) != nil)
            #expect(created["Last-Modified"] == SampleAzure.date)
            #expect(try await sample.sendSigned(.blob, .put, target).code == "ContainerAlreadyExists")
            for method in [HTTPRequest.Method.get, .head] {
                let response = try await sample.sendSigned(.blob, method, target)
                #expect(response.status == 200)
                #expect(response["ETag"] == tag)
                #expect(response["x-ms-meta-owner"] == "me")
                #expect(response["x-ms-lease-state"] == "available")
                #expect(response["x-ms-blob-public-access"] == nil)
            }
            sample.clock.advance(by: 60)
            let changed = try await sample.sendSigned(.blob, .put, "\(target)&comp=metadata", ["x-ms-meta-b": "2"])
            #expect(changed.status == 200)
            #expect(changed["ETag"] != tag)
            #expect(changed["Last-Modified"] == "Sat, 21 Nov 2026 00:01:00 GMT")
            let metadata = try await sample.sendSigned(.blob, .get, "\(target)&comp=metadata")
            #expect(metadata["x-ms-meta-owner"] == nil)
            #expect(metadata["x-ms-meta-b"] == "2")
            try await expectOutcomes(
                (sample.sendSigned(.blob, .delete, target), "202"),
                (sample.sendSigned(.blob, .delete, target), "ContainerNotFound"))
            #expect(try await sample.sendSigned(.blob, .get, target).status == 404)
        }
    }

    @Test(arguments: [
        ("ab", "OutOfRangeInput"), (String(repeating: "a", count: 64), "OutOfRangeInput"),
        ("Upper", "InvalidResourceName"), ("a_b", "InvalidResourceName"), ("a--b", "InvalidResourceName"),
        ("-ab", "InvalidResourceName"), ("ab-", "InvalidResourceName"), ("a.b", "InvalidResourceName"),
    ])
    func rejectsInvalidNames(_ name: String, _ code: String) async throws {
        try await SampleAzure.with { sample async throws in
            let container = try await sample.sendSigned(.blob, .put, "/\(name)?restype=container")
            #expect(container.status == 400)
            #expect(container.code == code)
            #expect(try await sample.sendSigned(.queue, .put, "/\(name)").code == code)
        }
    }

    @Test(arguments: ["abc", "a-b-c", "123", "$root", "$web", "$logs", String(repeating: "a", count: 63)])
    func acceptsValidNames(_ name: String) async throws {
        try await SampleAzure.with { sample async throws in
            #expect(try await sample.sendSigned(.blob, .put, "/\(name)?restype=container").status == 201)
        }
    }

    @Test func servesBlobsOfRootContainer() async throws {
        try await SampleAzure.with { sample async throws in
            try await expectOutcomes(
                (sample.sendSigned(.blob, .put, "/$root?restype=container"), "201"),
                (sample.sendSigned(.blob, .put, "/a.txt", ["x-ms-blob-type": "BlockBlob"], text: "root"), "201"))
            #expect(try await sample.sendSigned(.blob, .get, "/$root/a.txt").text == "root")
        }
    }

    @Test func listsContainersAsPages() async throws {
        try await SampleAzure.with { sample in
            for name in ["pics3", "pics1", "other", "pics2"] {
                let fields = ["x-ms-meta-name": name, "x-ms-blob-public-access": "container"]
                #expect(try await sample.sendSigned(.blob, .put, "/\(name)?restype=container", fields).status == 201)
            }
            let first = try await sample.sendSigned(.blob, .get, "/?comp=list&prefix=pics&maxresults=2")
            #expect(first.texts("Name") == ["pics1", "pics2"])
            #expect(first.texts("PublicAccess") == ["container", "container"])
            #expect(first.first("Etag")?.hasPrefix("&quot;0x") == true)
            #expect(first.first("MaxResults") == "2")
            #expect(first.first("Prefix") == "pics")
            #expect(first.text.contains("ServiceEndpoint=\"\(sample.storage.blobEndpoint)/\""))
            #expect(!first.text.contains("<Metadata>"))
            let marker = try #require(first.first("NextMarker"))
            let next = "/?comp=list&prefix=pics&include=metadata&marker=\(PercentEncoding.encode(marker))"
            let second = try await sample.sendSigned(.blob, .get, next)
            #expect(second.texts("Name") == ["pics3"])
            #expect(second.text.contains("<Metadata><name>pics3</name></Metadata>"))
            #expect(second.text.contains("<NextMarker />"))
        }
    }

    @Test func limitsPageSize() async throws {
        try await SampleAzure.with { sample async throws in
            #expect(try await sample.sendSigned(.blob, .get, "/?comp=list&maxresults=5001").status == 200)
        }
    }

    @Test func storesAccessPolicies() async throws {
        try await SampleAzure.with { sample in
            let target = "/con?restype=container"
            #expect(try await sample.sendSigned(.blob, .put, target).status == 201)
            let policy =
                "<SignedIdentifier><Id>MTIz</Id><AccessPolicy><Start>2026-01-01</Start><Permission>rw</Permission>"
                + "</AccessPolicy></SignedIdentifier>"
            let body = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<SignedIdentifiers>\n\(policy)</SignedIdentifiers>"
            let set = try await sample.sendSigned(
                .blob, .put, "\(target)&comp=acl", ["x-ms-blob-public-access": "blob"], text: body)
            #expect(set.status == 200)
            let got = try await sample.sendSigned(.blob, .get, "\(target)&comp=acl")
            #expect(got.text.hasSuffix("<SignedIdentifiers>\(policy)</SignedIdentifiers>"))
            #expect(got["x-ms-blob-public-access"] == "blob")
            #expect(try await sample.sendSigned(.blob, .put, "\(target)&comp=acl").status == 200)
            let none = try await sample.sendSigned(.blob, .get, "\(target)&comp=acl")
            #expect(none.text.hasSuffix("<SignedIdentifiers />"))
            #expect(none["x-ms-blob-public-access"] == nil)
            let six = "<SignedIdentifiers>\(String(repeating: policy, count: 6))</SignedIdentifiers>"
            #expect(
                try await sample.sendSigned(.blob, .put, "\(target)&comp=acl", text: six).code == "InvalidXmlDocument")
        }
    }

    @Test(
        arguments: [
            (.get, "/?comp=list&maxresults=0", [:], "OutOfRangeQueryParameterValue"),
            (.get, "/?comp=list&maxresults=-1", [:], "OutOfRangeQueryParameterValue"),
            (.get, "/?comp=list&maxresults=many", [:], "InvalidQueryParameterValue"),
            (.get, "/?comp=list&marker=what", [:], "InvalidQueryParameterValue"),
            (.put, "/con?restype=container", ["x-ms-meta-a-b": "1"], "InvalidMetadata"),
            (.put, "/con?restype=container", ["x-ms-meta-1a": "1"], "InvalidMetadata"),
            (.put, "/con?restype=container", ["x-ms-meta-": "1"], "EmptyMetadataKey"),
            (
                .put, "/con?restype=container", ["x-ms-meta-a": String(repeating: "x", count: 8_192)],
                "MetadataTooLarge"
            ), (.put, "/con?restype=container", ["x-ms-blob-public-access": "all"], "InvalidHeaderValue"),
        ] as [(HTTPRequest.Method, String, [String: String], String)])
    func rejectsInvalidParametersAndHeaderFields(
        _ method: HTTPRequest.Method, _ target: String, _ fields: [String: String], _ code: String
    ) async throws {
        try await SampleAzure.with { sample in
            try await expectOutcomes((sample.sendSigned(.blob, method, target, fields), "400 \(code)"))
        }
    }

    // MARK: Service properties

    @Test func keepsUnspecifiedServiceProperties() async throws {
        try await SampleAzure.with { sample in
            let target = "/?restype=service&comp=properties"
            func set(_ content: String) async throws -> SampleAzure.Response {
                try await sample.sendSigned(
                    .blob, .put, target,
                    text: "<StorageServiceProperties>\(content)</StorageServiceProperties>")
            }
            let rule =
                "<CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET,PUT</AllowedMethods>"
                + "<AllowedHeaders /><ExposedHeaders /><MaxAgeInSeconds>5</MaxAgeInSeconds></CorsRule>"
            #expect(try await set("<Cors>\(rule)</Cors>").status == 202)
            let website = "<StaticWebsite><Enabled>true</Enabled></StaticWebsite>"
            #expect(try await set(website).status == 202)
            let both = try await sample.sendSigned(.blob, .get, target)
            #expect(both.text.contains("<Cors>\(rule)</Cors>"))
            #expect(both.text.contains(website))
            #expect(both.text.contains("<Logging><Version>1.0</Version>"))
            #expect(try await set("<Cors/>").status == 202)
            #expect(try await sample.sendSigned(.blob, .get, target).text.contains("<Cors />"))
            try await expectOutcomes(
                (set("<Cors>\(String(repeating: rule, count: 6))</Cors>"), "InvalidXmlDocument"),
                (set("<Cors>\(String(repeating: rule, count: 5))</Cors>"), "202"))
            let invalid = rule.replacing("GET", with: "STEAL")
            try await expectOutcomes(
                (set("<Cors>\(invalid)</Cors>"), "InvalidXmlNodeValue"), (set("<Unknown/>"), "InvalidXmlDocument"),
                (set("<Cors>"), "InvalidXmlDocument"))
        }
    }

    @Test func returnsAccountInformation() async throws {
        try await SampleAzure.with { sample in
            let response = try await sample.sendSigned(.blob, .head, "/?restype=account&comp=properties")
            #expect(response.status == 200)
            #expect(response["x-ms-account-kind"] == "StorageV2")
            #expect(response["x-ms-sku-name"] == "Standard_LRS")
        }
    }
}
