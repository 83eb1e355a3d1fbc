import Foundation
import RillDigests
import RillHTTP
import RillTestSupport
import Testing

/// Tests the checksums of requests and responses of the sample server.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct SampleAzureChecksumTests {
    private static let crc64 = "V0JSBnCFdzM="
    private static let md5 = Data(MD5.digest(of: Array("hello".utf8))).base64EncodedString()

    @Test(arguments: ["/con/a", "/con/b?comp=block&blockid=AAAA", "/con/log?comp=appendblock"])
    func verifiesChecksumsOfContent(_ target: String) async throws {
        try await SampleAzure.withContainer { sample async throws in
            let append = ["x-ms-blob-type": "AppendBlob"]
            #expect(try await sample.sendSigned(.blob, .put, "/con/log", append).status == 201)
            func put(_ fields: [String: String]) async throws -> SampleAzure.Response {
                let type = target.contains("comp=") ? [:] : ["x-ms-blob-type": "BlockBlob"]
                let fields = fields.merging(type) { own, _ in own }
                return try await sample.sendSigned(.blob, .put, target, fields, text: "hello")
            }
            let right = try await put(["x-ms-content-crc64": Self.crc64])
            #expect(right.status == 201 && right["x-ms-content-crc64"] == Self.crc64)
            let wrong = try await put(["x-ms-content-crc64": "AAAAAAAAAAA="])
            #expect(wrong.status == 400 && wrong.code == "Crc64Mismatch")
            #expect(wrong.first("ServerCalculatedCrc64") == Self.crc64)
            #expect(try await put(["x-ms-content-crc64": "AAAA"]).code == "InvalidHeaderValue")
            let both = try await put(["x-ms-content-crc64": Self.crc64, "Content-MD5": Self.md5])
            #expect(both.status == 400 && both.code == "BothCrc64AndMd5HeaderPresent")
            let old = try await put(["x-ms-version": "2018-11-09"])
            #expect(old.status == 201 && old["x-ms-content-crc64"] == nil)
        }
    }

    @Test func returnsChecksumOfRange() async throws {
        try await SampleAzure.withContainer { sample async throws in
            #expect(try await sample.put("a", "say hello").status == 201)
            let range = ["Range": "bytes=4-8"]
            let crc64 = ["x-ms-range-get-content-crc64": "true"]
            let checked = try await sample.get("a", range.merging(crc64) { $1 })
            #expect(checked.text == "hello" && checked["x-ms-content-crc64"] == Self.crc64)
            #expect(checked["Content-MD5"] == nil)
            #expect(try await sample.get("a", range)["x-ms-content-crc64"] == nil)
            let both = range.merging(crc64) { $1 }.merging(["x-ms-range-get-content-md5": "true"]) { $1 }
            #expect(try await sample.get("a", both).code == "InvalidHeaderValue")
        }
    }
}
