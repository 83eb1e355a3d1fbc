import Foundation
import RillDigests
import RillHTTP
import RillSampleServices
import RillTestSupport
import Testing

/// Tests block operations of the sample server.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct SampleAzureBlockTests {
    private static func id(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    private func stage(
        _ sample: SampleAzure, _ id: String, _ text: String, _ fields: [String: String] = [:]
    ) async throws -> SampleAzure.Response {
        let query = "comp=block&blockid=\(PercentEncoding.encode(id))"
        return try await sample.sendSigned(.blob, .put, "/con/a?\(query)", fields, text: text)
    }

    private func commit(
        _ sample: SampleAzure, _ list: String, _ fields: [String: String] = [:]
    ) async throws -> SampleAzure.Response {
        let text = "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<BlockList>\(list)</BlockList>"
        return try await sample.sendSigned(.blob, .put, "/con/a?comp=blocklist", fields, text: text)
    }

    private func list(_ sample: SampleAzure, _ type: String) async throws -> SampleAzure.Response {
        try await sample.sendSigned(.blob, .get, "/con/a?comp=blocklist&blocklisttype=\(type)")
    }

    @Test func commitsBlocksInListOrder() async throws {
        try await SampleAzure.withContainer { sample in
            let (one, two) = (Self.id("one"), Self.id("two"))
            try await expectOutcomes(
                (stage(sample, one, "1"), "201"), (stage(sample, two, "22"), "201"), (stage(sample, one, "111"), "201"),
                (sample.get("a"), "BlobNotFound"))
            let draft = try await list(sample, "all")
            #expect(draft.text.contains("<CommittedBlocks />"))
            #expect(draft.texts("Name") == [one, two])
            #expect(draft.texts("Size") == ["3", "2"])
            let list = "<Latest>\(two)</Latest><Uncommitted>\(one)</Uncommitted><Latest>\(two)</Latest>"
            let fields = ["x-ms-blob-content-type": "a/b", "x-ms-meta-a": "1", "x-ms-blob-content-language": "ja"]
            #expect(try await commit(sample, list, fields).status == 201)
            let blob = try await sample.get("a")
            #expect(blob.text == "2211122")
            #expect(blob["Content-Type"] == "a/b")
            #expect(blob["Content-Language"] == "ja")
            #expect(blob["x-ms-meta-a"] == "1")
            #expect(blob["Content-MD5"] == nil)
            let committed = try await self.list(sample, "all")
            #expect(committed.texts("Name") == [two, one, two])
            #expect(committed.text.contains("<UncommittedBlocks />"))
            #expect(committed["x-ms-blob-content-length"] == "7")
            #expect(try await sample.get("a", ["Range": "bytes=1-5"]).text == "21112")
            #expect(try await sample.get("a", ["Range": "bytes=2-4"]).text == "111")
        }
    }

    @Test func findsBlocksInNamedList() async throws {
        try await SampleAzure.withContainer { sample in
            let id = Self.id("one")
            try await expectOutcomes(
                (stage(sample, id, "old"), "201"), (commit(sample, "<Committed>\(id)</Committed>"), "InvalidBlockList"),
                (commit(sample, "<Latest>\(id)</Latest>"), "201"),
                (commit(sample, "<Uncommitted>\(id)</Uncommitted>"), "InvalidBlockList"),
                (stage(sample, id, "new"), "201"))
            let both = "<Committed>\(id)</Committed><Uncommitted>\(id)</Uncommitted><Latest>\(id)</Latest>"
            #expect(try await commit(sample, both).status == 201)
            #expect(try await sample.get("a").text == "oldnewnew")
            #expect(try await commit(sample, "").status == 201)
            let empty = try await sample.get("a")
            #expect(empty.text.isEmpty)
            #expect(empty["Content-Length"] == "0")
        }
    }

    @Test func putBlobDiscardsUncommittedBlocks() async throws {
        try await SampleAzure.withContainer { sample async throws in
            let id = Self.id("one")
            try await expectOutcomes((stage(sample, id, "block"), "201"), (sample.put("a", "whole"), "201"))
            #expect(try await list(sample, "uncommitted").text.contains("<UncommittedBlocks />"))
            #expect(try await commit(sample, "<Latest>\(id)</Latest>").code == "InvalidBlockList")
            #expect(try await list(sample, "committed").text.contains("<CommittedBlocks />"))
            #expect(try await sample.get("a").text == "whole")
        }
    }

    @Test func rejectsInvalidBlocks() async throws {
        try await SampleAzure.withContainer { sample in
            let id = Self.id("one")
            try await expectOutcomes(
                (stage(sample, id, "1"), "201"), (stage(sample, Self.id("three"), "3"), "InvalidBlobOrBlock"),
                (stage(sample, "not Base64!", "3"), "InvalidQueryParameterValue"))
            #expect(try await stage(sample, Self.id(String(repeating: "x", count: 65)), "3").status == 400)
            #expect(try await stage(sample, id, "", ["Content-Length": "0"]).code == "InvalidHeaderValue")
            let digest = Data(MD5.digest(of: "other".utf8)).base64EncodedString()
            try await expectOutcomes(
                (stage(sample, id, "1", ["Content-MD5": digest]), "Md5Mismatch"),
                (sample.sendSigned(.blob, .put, "/con/a?comp=block", text: "1"), "MissingRequiredQueryParameter"),
                (commit(sample, "<Other>\(id)</Other>"), "InvalidXmlDocument"),
                (commit(sample, "<Latest>"), "InvalidXmlDocument"))
            let list = "<Latest>\(id)</Latest>"
            try await expectOutcomes(
                (commit(sample, list, ["Content-MD5": digest]), "Md5Mismatch"),
                (self.list(sample, "some"), "InvalidQueryParameterValue"),
                (commit(sample, list, ["If-None-Match": "*"]), "201"),
                (commit(sample, list, ["If-None-Match": "*"]), "BlobAlreadyExists"))
        }
    }

    @Test func returnsMD5OfBlock() async throws {
        try await SampleAzure.withContainer { sample in
            let digest = Data(MD5.digest(of: "block".utf8)).base64EncodedString()
            let response = try await stage(sample, Self.id("one"), "block", ["Content-MD5": digest])
            #expect(response.status == 201)
            #expect(response["Content-MD5"] == digest)
        }
    }

    @Test func readsRangesAcrossBlocks() async throws {
        try await SampleAzure.withContainer { sample in
            let chunks = (0..<20).map { String(repeating: Character(Unicode.Scalar(UInt8(65 + $0))), count: $0 + 1) }
            for (number, chunk) in chunks.enumerated() {
                #expect(try await stage(sample, Self.id("\(100 + number)"), chunk).status == 201)
            }
            let list = chunks.indices.map { "<Latest>\(Self.id("\(100 + $0)"))</Latest>" }.joined()
            #expect(try await commit(sample, list).status == 201)
            let whole = Array(chunks.joined().utf8)
            for start in stride(from: 0, to: whole.count, by: 7) {
                for end in stride(from: start, to: whole.count, by: 31) {
                    let response = try await sample.get("a", ["x-ms-range": "bytes=\(start)-\(end)"])
                    #expect(response.body == Array(whole[start...end]), "\(start)-\(end)")
                }
            }
        }
    }
}
