import Foundation
import RillDigests
import RillHTTP
import RillSampleServices
import RillTestSupport
import Testing

/// Tests blob operations of the sample server.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct SampleAzureBlobTests {
    private static func md5(_ text: String) -> String {
        Data(MD5.digest(of: Array(text.utf8))).base64EncodedString()
    }

    @Test func returnsStoredBlob() async throws {
        try await SampleAzure.withContainer { sample in
            let name = "2026/%E6%97%A5%E6%9C%AC%20%E8%AA%9E%2B%26.txt"
            let fields = [
                "Content-Type": "text/plain", "Content-Language": "ja", "Content-Encoding": "identity",
                "Cache-Control": "no-store", "x-ms-blob-content-disposition": "inline", "x-ms-meta-Note": "two words",
                "Content-MD5": Self.md5("hello"),
            ]
            let put = try await sample.put(name, "hello", fields)
            #expect(put.status == 201, "\(put.text)")
            #expect(put["Content-MD5"] == Self.md5("hello"))
            #expect(put["x-ms-request-server-encrypted"] == "true")
            let tag = try #require(put["ETag"])
            for method in [HTTPRequest.Method.get, .head] {
                let response = try await sample.sendSigned(.blob, method, "/con/\(name)")
                #expect(response.status == 200)
                #expect(response.text == (method == .get ? "hello" : ""))
                let expected = [
                    "Content-Length": "5", "Content-Type": "text/plain", "Content-Language": "ja",
                    "Content-Encoding": "identity", "Cache-Control": "no-store", "Content-Disposition": "inline",
                    "Content-MD5": Self.md5("hello"), "ETag": tag, "Last-Modified": SampleAzure.date,
                    "x-ms-creation-time": SampleAzure.date, "x-ms-blob-type": "BlockBlob",
                    "x-ms-lease-status": "unlocked", "x-ms-lease-state": "available",
                    "x-ms-server-encrypted": "true", "Accept-Ranges": "bytes", "x-ms-meta-note": "two words",
                ]
                for (name, value) in expected { #expect(response[name] == value, "\(name)") }
                #expect((response["x-ms-access-tier"] == "Hot") == (method == .head))
            }
        }
    }

    @Test func distinguishesCanonicallyEquivalentNames() async throws {
        try await SampleAzure.withContainer { sample in
            try await expectOutcomes(
                (sample.put("%C3%A9", "one sign"), "201"), (sample.put("e%CC%81", "two signs"), "201"))
            #expect(try await sample.get("%C3%A9").text == "one sign")
            #expect(try await sample.get("e%CC%81").text == "two signs")
            let list = try await sample.sendSigned(.blob, .get, "/con?restype=container&comp=list")
            #expect(list.texts("Name").map { $0.unicodeScalars.count } == [2, 1])
        }
    }

    @Test func putReplacesBlob() async throws {
        try await SampleAzure.withContainer { sample in
            let first = try await sample.put("a", "one", ["x-ms-meta-a": "1"])
            sample.clock.advance(by: 60)
            let second = try await sample.put("a", "other")
            #expect(first["ETag"] != second["ETag"])
            let response = try await sample.get("a")
            #expect(response.text == "other")
            #expect(response["x-ms-meta-a"] == nil)
            #expect(response["x-ms-creation-time"] == SampleAzure.date)
            #expect(response["Last-Modified"] == "Sat, 21 Nov 2026 00:01:00 GMT")
        }
    }

    @Test(arguments: [
        (["x-ms-blob-type": "AppendBlob"], 400, "InvalidHeaderValue"),
        (["x-ms-blob-type": "PageBlob"], 400, "InvalidHeaderValue"),
        (["Content-MD5": md5("other")], 400, "Md5Mismatch"), (["Content-MD5": "short"], 400, "InvalidMd5"),
        (["x-ms-blob-content-md5": "short"], 400, "InvalidMd5"),
        (["x-ms-blob-content-md5": md5("other")], 400, "Md5Mismatch"), (["x-ms-meta-a-b": "1"], 400, "InvalidMetadata"),
        (["If-Modified-Since": "yesterday"], 400, "InvalidHeaderValue"),
    ])
    func rejectsInvalidPut(_ fields: [String: String], _ status: Int, _ code: String) async throws {
        try await SampleAzure.withContainer { sample in
            let response = try await sample.put("a", "hello", fields)
            #expect(response.status == status)
            #expect(response.code == code)
            #expect(try await sample.get("a").code == "BlobNotFound")
        }
    }

    @Test func requiresBlobType() async throws {
        try await SampleAzure.withContainer { sample in
            let response = try await sample.sendSigned(.blob, .put, "/con/a", text: "hello")
            #expect(response.status == 400)
            #expect(response.code == "MissingRequiredHeader")
            #expect(response.first("HeaderName") == "x-ms-blob-type")
        }
    }

    @Test func limitsNameLength() async throws {
        try await SampleAzure.withContainer { sample async throws in
            try await expectOutcomes(
                (sample.put(String(repeating: "a", count: 1_024), ""), "201"),
                (sample.put(String(repeating: "a", count: 1_025), ""), "OutOfRangeInput"))
        }
    }

    @Test func changesHeadersAndMetadata() async throws {
        try await SampleAzure.withContainer { sample in
            let put = try await sample.put("a", "hello", ["x-ms-meta-a": "1", "Content-Language": "en"])
            sample.clock.advance(by: 60)
            let set = try await sample.sendSigned(
                .blob, .put, "/con/a?comp=properties", ["x-ms-blob-content-type": "a/b"])
            #expect(set.status == 200)
            #expect(set["ETag"] != put["ETag"])
            let described = try await sample.get("a")
            #expect(described["Content-Type"] == "a/b")
            #expect(described["Content-Language"] == nil)
            #expect(described["Content-MD5"] == nil)
            #expect(described["x-ms-meta-a"] == "1")
            #expect(described["Last-Modified"] == "Sat, 21 Nov 2026 00:01:00 GMT")
            #expect(
                try await sample.sendSigned(.blob, .put, "/con/a?comp=metadata", ["x-ms-meta-b": "2"]).status == 200)
            for method in [HTTPRequest.Method.get, .head] {
                let metadata = try await sample.sendSigned(.blob, method, "/con/a?comp=metadata")
                #expect(metadata.status == 200)
                #expect(metadata["x-ms-meta-a"] == nil)
                #expect(metadata["x-ms-meta-b"] == "2")
                #expect(metadata.body.isEmpty)
            }
            #expect(try await sample.sendSigned(.blob, .put, "/con/none?comp=metadata").code == "BlobNotFound")
        }
    }

    @Test func deletesBlob() async throws {
        try await SampleAzure.withContainer { sample async throws in
            try await expectOutcomes(
                (sample.put("a", "hello"), "201"),
                (sample.sendSigned(.blob, .delete, "/con/a", ["x-ms-delete-snapshots": "only"]), "202"),
                (sample.get("a"), "200"),
                (sample.sendSigned(.blob, .delete, "/con/a", ["x-ms-delete-snapshots": "all"]), "InvalidHeaderValue"),
                (sample.sendSigned(.blob, .delete, "/con/a", ["x-ms-delete-snapshots": "include"]), "202"),
                (sample.sendSigned(.blob, .delete, "/con/a"), "BlobNotFound"),
                (sample.sendSigned(.blob, .delete, "/none/a"), "ContainerNotFound"))
        }
    }

    // MARK: Ranges

    @Test(arguments: [
        ("bytes=0-1", "01", "bytes 0-1/10"), ("bytes=7-", "789", "bytes 7-9/10"),
        ("bytes=9-100", "9", "bytes 9-9/10"), ("bytes=0-9", "0123456789", "bytes 0-9/10"),
    ])
    func returnsRange(_ range: String, _ text: String, _ contentRange: String) async throws {
        try await SampleAzure.withContainer { sample in
            #expect(try await sample.put("a", "0123456789").status == 201)
            for name in ["Range", "x-ms-range"] {
                let response = try await sample.get("a", [name: range])
                #expect(response.status == 206)
                #expect(response.text == text)
                #expect(response["Content-Range"] == contentRange)
                #expect(response["Content-MD5"] == nil)
                #expect(response["x-ms-blob-content-md5"] == Self.md5("0123456789"))
                let digested = try await sample.get("a", [name: range, "x-ms-range-get-content-md5": "true"])
                #expect(digested["Content-MD5"] == Self.md5(text))
            }
        }
    }

    @Test func prefersXMSRange() async throws {
        try await SampleAzure.withContainer { sample async throws in
            #expect(try await sample.put("a", "0123456789").status == 201)
            #expect(try await sample.get("a", ["Range": "bytes=0-1", "x-ms-range": "bytes=2-3"]).text == "23")
        }
    }

    @Test(arguments: [("bytes=10-", 10), ("bytes=10-20", 10), ("bytes=0-0", 0), ("bytes=0-", 0)])
    func rejectsRangeAfterEnd(_ range: String, _ size: Int) async throws {
        try await SampleAzure.withContainer { sample in
            #expect(try await sample.put("a", String("0123456789".prefix(size))).status == 201)
            let response = try await sample.get("a", ["Range": range])
            #expect(response.status == 416)
            #expect(response.code == "InvalidRange")
            #expect(response["Content-Range"] == "bytes */\(size)")
        }
    }

    @Test(arguments: ["bytes=-5", "bytes=5-4", "0-4", "bytes=0-1,3-4", "bytes=", "bytes=99999999999999999999-"])
    func rejectsInvalidRanges(_ range: String) async throws {
        try await SampleAzure.withContainer { sample async throws in
            try await expectOutcomes(
                (sample.put("a", "0123456789"), "201"), (sample.get("a", ["Range": range]), "InvalidHeaderValue"))
        }
    }

    @Test func limitsRangeMD5To4MiB() async throws {
        try await SampleAzure.withContainer { sample in
            let text = String(repeating: "x", count: 4 << 20 + 1)
            #expect(try await sample.put("a", text).status == 201)
            let fields = ["x-ms-range-get-content-md5": "true"]
            try await expectOutcomes(
                (sample.get("a", fields.merging(["x-ms-range": "bytes=1-4194304"]) { own, _ in own }), "206"),
                (
                    sample.get("a", fields.merging(["x-ms-range": "bytes=0-4194304"]) { own, _ in own }),
                    "400 InvalidHeaderValue"
                ))
        }
    }
}
