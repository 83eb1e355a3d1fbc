import Foundation
import Rill
import RillDigests
import RillHTTP
import RillSampleServices
import RillTestSupport
import Testing

/// Tests append blobs and page blobs of the sample server.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct SampleAzureBlobTypeTests {
    private func create(
        _ sample: SampleAzure, _ type: String, _ fields: [String: String] = [:]
    ) async throws -> SampleAzure.Response {
        let fields = fields.merging(["x-ms-blob-type": type]) { own, _ in own }
        return try await sample.sendSigned(.blob, .put, "/con/a", fields)
    }

    private func append(
        _ sample: SampleAzure, _ text: String, _ fields: [String: String] = [:]
    ) async throws -> SampleAzure.Response {
        try await sample.sendSigned(.blob, .put, "/con/a?comp=appendblock", fields, text: text)
    }

    private func putPage(
        _ sample: SampleAzure, _ range: String?, _ fields: [String: String], _ count: Int?
    ) async throws -> SampleAzure.Response {
        let range = range.map { ["x-ms-range": "bytes=\($0)"] } ?? [:]
        return try await sample.sendSigned(
            .blob, .put, "/con/a?comp=page", fields.merging(range) { $1 },
            count.map { [UInt8](repeating: 1, count: $0) })
    }

    // MARK: Append blobs

    @Test func appendsBlocks() async throws {
        try await SampleAzure.withContainer { sample async throws in
            let created = try await create(sample, "AppendBlob", ["x-ms-meta-a": "1", "Content-Type": "text/x"])
            #expect(created.status == 201)
            let first = try await append(sample, "hello")
            #expect(first.status == 201 && first["x-ms-blob-append-offset"] == "0")
            #expect(first["ETag"] != created["ETag"] && first["ETag"] != nil)
            let second = try await append(sample, " world")
            #expect(second["x-ms-blob-append-offset"] == "5" && second["x-ms-blob-committed-block-count"] == "2")
            let blob = try await sample.get("a")
            #expect(blob.text == "hello world" && blob["x-ms-blob-type"] == "AppendBlob")
            #expect(blob["x-ms-blob-committed-block-count"] == "2" && blob["x-ms-meta-a"] == "1")
            #expect(try await sample.get("a", ["Range": "bytes=4-6"]).text == "o w")
            let list = try await sample.sendSigned(.blob, .get, "/con?restype=container&comp=list")
            #expect(list.first("BlobType") == "AppendBlob" && list.first("AccessTier") == nil)
        }
    }

    @Test(
        arguments: [
            (["x-ms-blob-condition-appendpos": "5"], nil),
            (["x-ms-blob-condition-appendpos": "4"], "AppendPositionConditionNotMet"),
            (["x-ms-blob-condition-maxsize": "7"], nil),
            (["x-ms-blob-condition-maxsize": "6"], "MaxBlobSizeConditionNotMet"),
            (["If-Match": "\"0x1\""], "ConditionNotMet"),
        ] as [([String: String], String?)])
    func checksConditionsOfAppend(_ fields: [String: String], _ code: String?) async throws {
        try await SampleAzure.withContainer { sample async throws in
            try await expectOutcomes((create(sample, "AppendBlob"), "201"), (append(sample, "hello"), "201"))
            let response = try await append(sample, "12", fields)
            #expect(response.code == code && response.status == (code == nil ? 201 : 412))
            #expect(try await sample.get("a").text == (code == nil ? "hello12" : "hello"))
        }
    }

    @Test func rejectsInvalidAppends() async throws {
        try await SampleAzure.withContainer { sample async throws in
            #expect(try await append(sample, "1").code == "BlobNotFound")
            let filled = ["x-ms-blob-type": "AppendBlob"]
            try await expectOutcomes(
                (sample.sendSigned(.blob, .put, "/con/a", filled, text: "1"), "InvalidHeaderValue"),
                (create(sample, "AppendBlob"), "201"), (append(sample, ""), "InvalidHeaderValue"))
            let position = ["x-ms-blob-condition-appendpos": "-1"]
            #expect(try await append(sample, "1", position).code == "InvalidHeaderValue")
            let digest = ["Content-MD5": Data(repeating: 1, count: 16).base64EncodedString()]
            #expect(try await append(sample, "1", digest).code == "Md5Mismatch")
            let large = String(repeating: "x", count: 4 << 20 + 1)
            try await expectOutcomes(
                (append(sample, large), "RequestBodyTooLarge"),
                (append(sample, large, ["x-ms-version": "2022-11-02"]), "201"))
        }
    }

    // MARK: Page blobs

    @Test func writesAndClearsPages() async throws {
        try await SampleAzure.withContainer { sample async throws in
            #expect(try await create(sample, "PageBlob", ["x-ms-blob-content-length": "4096"]).status == 201)
            for range in ["512-1535", "3584-4095"] {
                let count = range == "512-1535" ? 1_024 : 512
                let put = try await putPage(sample, range, ["x-ms-page-write": "update"], count)
                #expect(put.status == 201 && put["x-ms-blob-sequence-number"] == "0")
            }
            #expect(try await putPage(sample, "1024-1535", ["x-ms-page-write": "clear"], nil).status == 201)
            let blob = try await sample.get("a")
            let ones = [UInt8](repeating: 1, count: 512)
            let zeros = [UInt8](repeating: 0, count: 512)
            #expect(blob.body == zeros + ones + zeros + zeros + zeros + zeros + zeros + ones)
            #expect(blob["x-ms-blob-type"] == "PageBlob" && blob["x-ms-blob-sequence-number"] == "0")
            #expect(try await sample.get("a", ["Range": "bytes=1000-1030"]).body.map { Int($0) }.reduce(0, +) == 24)
            let list = try await sample.sendSigned(.blob, .get, "/con/a?comp=pagelist")
            #expect(list.texts("Start") == ["512", "3584"] && list.texts("End") == ["1023", "4095"])
            #expect(list["x-ms-blob-content-length"] == "4096")
            let part = try await sample.sendSigned(.blob, .get, "/con/a?comp=pagelist", ["Range": "bytes=600-700"])
            #expect(part.texts("Start") == ["512"] && part.texts("End") == ["1023"])
        }
    }

    @Test func listsRangesInPages() async throws {
        try await SampleAzure.withContainer { sample async throws in
            #expect(try await create(sample, "PageBlob", ["x-ms-blob-content-length": "4096"]).status == 201)
            for range in ["0-511", "1024-1535", "2048-2559"] {
                #expect(try await putPage(sample, range, ["x-ms-page-write": "update"], 512).status == 201)
            }
            let target = "/con/a?comp=pagelist&maxresults=2"
            let first = try await sample.sendSigned(.blob, .get, target)
            #expect(first.texts("Start") == ["0", "1024"])
            let marker = try #require(first.first("NextMarker"))
            let second = try await sample.sendSigned(.blob, .get, "\(target)&marker=\(marker)")
            #expect(second.texts("Start") == ["2048"] && second.first("NextMarker") == nil)
            let old = try await sample.sendSigned(.blob, .get, target, ["x-ms-version": "2019-12-12"])
            #expect(old.texts("Start").count == 3)
        }
    }

    @Test(
        arguments: [
            ("0-511", [:], 512, "MissingRequiredHeader"),
            (nil, ["x-ms-page-write": "update"], 512, "MissingRequiredHeader"),
            ("0-511", ["x-ms-page-write": "change"], 512, "InvalidHeaderValue"),
            ("0-510", ["x-ms-page-write": "update"], 511, "InvalidPageRange"),
            ("1-512", ["x-ms-page-write": "update"], 512, "InvalidPageRange"),
            ("0-1023", ["x-ms-page-write": "update"], 512, "InvalidPageRange"),
            ("1024-1535", ["x-ms-page-write": "update"], 512, "InvalidPageRange"),
            ("512-", ["x-ms-page-write": "update"], 512, "InvalidPageRange"),
            ("0-511", ["x-ms-page-write": "clear"], 512, "InvalidHeaderValue"),
            ("0-1535", ["x-ms-page-write": "clear"], nil, "InvalidPageRange"),
            ("0-4194815", ["x-ms-page-write": "update"], 512, "RequestBodyTooLarge"),
        ] as [(String?, [String: String], Int?, String)])
    func rejectsInvalidPages(_ range: String?, _ fields: [String: String], _ count: Int?, _ code: String) async throws {
        try await SampleAzure.withContainer { sample async throws in
            #expect(try await create(sample, "PageBlob", ["x-ms-blob-content-length": "1024"]).status == 201)
            #expect(try await putPage(sample, range, fields, count).code == code)
        }
    }

    @Test func rejectsInvalidSizes() async throws {
        try await SampleAzure.withContainer { sample async throws in
            #expect(try await create(sample, "PageBlob").code == "MissingRequiredHeader")
            for size in ["511", "-512", "x", "8796093022720"] {
                let fields = ["x-ms-blob-content-length": size]
                #expect(try await create(sample, "PageBlob", fields).code == "InvalidHeaderValue", "\(size)")
            }
        }
    }

    /// Verifies that a response is not prepared in memory.
    @Test func sendsTheBeginningOfTheLargestBlob() async throws {
        try await SampleAzure.withContainer { sample async throws in
            let access = ["x-ms-blob-public-access": "blob"]
            #expect(try await sample.sendSigned(.blob, .put, "/open?restype=container", access).status == 201)
            let type = ["x-ms-blob-type": "PageBlob", "x-ms-blob-content-length": "8796093022208"]
            #expect(try await sample.sendSigned(.blob, .put, "/open/a", type).status == 201)
            let range = ["x-ms-page-write": "update", "x-ms-range": "bytes=1048576-1049087"]
            let page = [UInt8](repeating: 1, count: 512)
            #expect(try await sample.sendSigned(.blob, .put, "/open/a?comp=page", range, page).status == 201)
            let head = try await sample.sendSigned(.blob, .head, "/open/a")
            #expect(head["Content-Length"] == "8796093022208" && head.body.isEmpty)
            let client = Client(baseURL: sample.storage.blobEndpoint)
            let bytes = try await client.stream(Endpoint<Void>("/open/a"), as: .chunks)
                .scan([UInt8]()) { $0 + $1 }
                .filter { $0.count >= 2 << 20 }
                .firstValue()
            let zeros = [UInt8](repeating: 0, count: 1 << 20)
            #expect(Array(bytes.prefix(2 << 20)) == zeros + page + zeros.dropLast(512))
        }
    }

    @Test func changesSizeWithoutOtherProperties() async throws {
        try await SampleAzure.withContainer { sample async throws in
            func properties(_ fields: [String: String]) async throws -> SampleAzure.Response {
                try await sample.sendSigned(.blob, .put, "/con/a?comp=properties", fields)
            }
            let fields = ["x-ms-blob-content-length": "2048", "x-ms-blob-content-type": "text/x"]
            #expect(try await create(sample, "PageBlob", fields).status == 201)
            for range in ["0-511", "1536-2047"] {
                #expect(try await putPage(sample, range, ["x-ms-page-write": "update"], 512).status == 201)
            }
            for size in ["1024", "2048"] {
                #expect(try await properties(["x-ms-blob-content-length": size]).status == 200)
                let blob = try await sample.get("a")
                #expect(blob["Content-Length"] == size && blob["Content-Type"] == "text/x")
            }
            // The pages after the smaller size have been removed.
            let list = try await sample.sendSigned(.blob, .get, "/con/a?comp=pagelist")
            #expect(list.texts("Start") == ["0"])
            try await expectOutcomes(
                (properties(["x-ms-blob-content-length": "511"]), "InvalidHeaderValue"),
                (create(sample, "AppendBlob"), "201"),
                (properties(["x-ms-blob-content-length": "512"]), "InvalidBlobType"))
        }
    }

    // MARK: Types

    @Test func rejectsOperationsOfOtherTypes() async throws {
        try await SampleAzure.withContainer { sample async throws in
            let update = ["x-ms-page-write": "update"]
            for type in ["BlockBlob", "AppendBlob", "PageBlob"] {
                #expect(try await create(sample, type, ["x-ms-blob-content-length": "512"]).status == 201)
                let blocks = [
                    try await sample.sendSigned(.blob, .put, "/con/a?comp=block&blockid=AAAA", text: "1"),
                    try await sample.sendSigned(.blob, .put, "/con/a?comp=blocklist", text: "<BlockList />"),
                    try await sample.sendSigned(.blob, .get, "/con/a?comp=blocklist"),
                ]
                for response in blocks { #expect((response.code == "InvalidBlobType") == (type != "BlockBlob")) }
                let appended = try await append(sample, "1")
                #expect((appended.code == "InvalidBlobType") == (type != "AppendBlob"))
                let pages = [
                    try await putPage(sample, "0-511", update, 512),
                    try await sample.sendSigned(.blob, .get, "/con/a?comp=pagelist"),
                ]
                for response in pages { #expect((response.code == "InvalidBlobType") == (type != "PageBlob")) }
            }
            #expect(try await create(sample, "OtherBlob").code == "InvalidHeaderValue")
        }
    }
}
