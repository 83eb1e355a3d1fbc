import Foundation
import Rill
import RillHTTP
import RillTestSupport
import Testing

@testable import RillAzureStorage

/// Verifies signatures that emulators and the service accept.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct SharedKeyTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        var method = HTTPRequest.Method.get
        let target: String
        var fields: HTTPFields = [:]
        var bodyCount = 0
        let signature: String
        let text: String

        var testDescription: String { name }
    }

    static let date = "Sat, 21 Nov 2026 00:00:00 GMT"
    private static let blob = "/devstoreaccount1/vectors/%E6%97%A5%E6%9C%AC%20%E8%AA%9E.txt"
    private static let marks = "x-ms-date:\(date)\nx-ms-version:2021-08-06\n"

    static let vectors: [Vector] = [
        Vector(
            name: "V1, list containers", target: "/devstoreaccount1/?comp=list",
            signature: "lHKPiUwE0rxGIKrqcN+oDWUlPc7wJkCQ+NX6g7REGWU=",
            text: "GET\n\n\n\n\n\n\n\n\n\n\n\n\(marks)/devstoreaccount1/devstoreaccount1/\ncomp:list"),
        Vector(
            name: "V2, create a container", method: .put, target: "/devstoreaccount1/vectors?restype=container",
            fields: [.publicAccess: "blob"], signature: "c32Jp5BO9XeNMfhAtS/fJ2O0IbDmVLgh5LgdX2h15mk=",
            text: "PUT\n\n\n\n\n\n\n\n\n\n\n\nx-ms-blob-public-access:blob\n\(marks)"
                + "/devstoreaccount1/devstoreaccount1/vectors\nrestype:container"),
        Vector(
            name: "V3, put a blob", method: .put, target: blob,
            fields: [
                .contentType: "text/plain; charset=utf-8", .blobType: "BlockBlob",
                HTTPField.Name(literal: "x-ms-meta-note"): "two   spaces ",
            ], bodyCount: 5, signature: "uUUuNlMJXrD3eObGA9tNzpyPzsnUo5i73RpvAZx5nDk=",
            text: "PUT\n\n\n5\n\ntext/plain; charset=utf-8\n\n\n\n\n\n\nx-ms-blob-type:BlockBlob\n"
                + "x-ms-date:\(date)\nx-ms-meta-note:two spaces\nx-ms-version:2021-08-06\n/devstoreaccount1\(blob)"),
        Vector(
            name: "V4, list blobs",
            target: "/devstoreaccount1/vectors?restype=container&comp=list&maxresults=2"
                + "&prefix=%E6%97%A5%E6%9C%AC%20",
            signature: "z4haE/Na+tiFqbXD3zZkF+bjQuIZGx24XDrDgGd9b8Q=",
            text: "GET\n\n\n\n\n\n\n\n\n\n\n\n\(marks)/devstoreaccount1/devstoreaccount1/vectors\ncomp:list\n"
                + "maxresults:2\nprefix:日本 \nrestype:container"),
        Vector(
            name: "V5, get a range", target: blob, fields: [.range: "bytes=0-1"],
            signature: "oW7jpFiVV6o50HHLZBld9bsY2MltmqawAWs27kqpo78=",
            text: "GET\n\n\n\n\n\n\n\n\n\n\nbytes=0-1\n\(marks)/devstoreaccount1\(blob)"),
        Vector(
            name: "V6, create a queue", method: .put, target: "/devstoreaccount1/vectorq",
            signature: "XdC04wX2/kzJJABUv/MTiq/vnWYG9ooy3nFqibSv1mo=",
            text: "PUT\n\n\n\n\n\n\n\n\n\n\n\n\(marks)/devstoreaccount1/devstoreaccount1/vectorq"),
        Vector(
            name: "V7, put a message", method: .post,
            target: "/devstoreaccount1/vectorq/messages?visibilitytimeout=0&messagettl=3600",
            fields: [.contentType: "application/xml"], bodyCount: 64,
            signature: "r36s2l0fCIOkJhkCQdJPl0DlxmIRgRwgkLpL0jLseaM=",
            text: "POST\n\n\n64\n\napplication/xml\n\n\n\n\n\n\n\(marks)"
                + "/devstoreaccount1/devstoreaccount1/vectorq/messages\nmessagettl:3600\nvisibilitytimeout:0"),
        Vector(
            name: "V8, get messages",
            target: "/devstoreaccount1/vectorq/messages?visibilitytimeout=30&numofmessages=32",
            signature: "cxeL+rATsU1Lla6ZjoAVchICVKJwjdQIfPwPG5kT6P0=",
            text: "GET\n\n\n\n\n\n\n\n\n\n\n\n\(marks)/devstoreaccount1/devstoreaccount1/vectorq/messages\n"
                + "numofmessages:32\nvisibilitytimeout:30"),
        Vector(
            name: "V9, delete a message", method: .delete,
            target: "/devstoreaccount1/vectorq/messages/00000000-0000-0000-0000-000000000000"
                + "?popreceipt=AgAAAAMAAAAAAAAA%2B%2Fx%3D",
            signature: "d1z6k+WFi2G9MybDKTgLe1I686F8jb9gHJrZMt9UFew=",
            text: "DELETE\n\n\n\n\n\n\n\n\n\n\n\n\(marks)/devstoreaccount1/devstoreaccount1/vectorq/messages/"
                + "00000000-0000-0000-0000-000000000000\npopreceipt:AgAAAAMAAAAAAAAA+/x="),
    ]

    private func request(_ vector: Vector) -> HTTPRequest {
        var fields = vector.fields
        fields[.storageVersion] = "2021-08-06"
        return HTTPRequest(
            method: vector.method, scheme: "http", authority: "127.0.0.1:10000", path: vector.target,
            headerFields: fields)
    }

    private func body(_ vector: Vector) -> HTTPBody? {
        vector.bodyCount == 0 ? nil : HTTPBody([UInt8](repeating: 0, count: vector.bodyCount), contentType: nil)
    }

    @Test(arguments: vectors)
    func signsEmulatorVectors(_ vector: Vector) throws {
        let key = SharedKey(account: "devstoreaccount1", key: .emulator)
        let date = try #require(HTTPDate.parse(Self.date))
        let signed = try request(vector).signed(by: key, body: body(vector), at: date)
        #expect(key.stringToSign(signed, bodyCount: vector.bodyCount) == vector.text)
        #expect(signed.headerFields[.authorization] == "SharedKey devstoreaccount1:\(vector.signature)")
    }

    @Test func signsCloudAccountVector() throws {
        let key = SharedKey(
            account: "myaccount", key: try AccountKey(base64: "a2V5LWtleS1rZXkta2V5LWtleS1rZXkta2V5LWtleQ=="))
        let request = HTTPRequest(
            method: .get, scheme: "https", authority: "myaccount.blob.core.windows.net",
            path: "/pics?restype=container&comp=list&marker=a%20b", headerFields: [.storageVersion: "2021-08-06"])
        let signed = try request.signed(by: key, body: nil, at: try #require(HTTPDate.parse(Self.date)))
        #expect(
            signed.headerFields[.authorization] == "SharedKey myaccount:S9/YvSosGZswKMZ+vpx0Q+S0dwzr8rgc7DkETL1nhHI=")
    }

    @Test func createsSharedAccessSignatureVector() throws {
        let end = try Date("2030-01-01T00:00:00Z", strategy: .iso8601)
        let access = AccountAccess(
            to: [.blob, .queue], resources: [.service, .container, .object],
            permissions: [.read, .write, .delete, .list, .add, .create, .update, .process], until: end,
            requiresHTTPS: false)
        let query = try access.signed(by: .emulator, of: "devstoreaccount1").query
        #expect(
            query == "sv=2021-08-06&ss=bq&srt=sco&sp=rwdlacup&se=2030-01-01T00%3A00%3A00Z&spr=https%2Chttp"
                + "&sig=%2F0Nom0XBz%2FXQAyDPHNsdv%2FZVj%2FUTP%2FfixLZu7XLG8Fo%3D")
    }

    // MARK: Normalization

    @Test func normalizesFieldsToSignedForm() throws {
        var request = request(Self.vectors[2])
        request.headerFields[.date] = "Sat, 21 Nov 2026 01:00:00 GMT"
        let signed = try request.signed(
            by: SharedKey(account: "a", key: .emulator), body: body(Self.vectors[2]), at: Date(timeIntervalSince1970: 0)
        )
        #expect(signed.headerFields[HTTPField.Name(literal: "x-ms-meta-note")] == "two spaces")
        #expect(signed.headerFields[.date] == nil)
        #expect(signed.headerFields[.storageDate] == "Thu, 01 Jan 1970 00:00:00 GMT")
    }

    @Test(arguments: [
        (" a \t b ", "a b"), ("\"a  b", "\"a  b"), ("  ", ""), (#"a="x \"  y \\"  ;  b"#, #"a="x \"  y \\" ; b"#),
        ("attachment;  filename=\"a  b.txt\"  ; x", "attachment; filename=\"a  b.txt\" ; x"),
    ])
    func foldsWhitespaceOutsideOfQuotedStrings(text: String, folded: String) {
        #expect(SharedKey.folded(text) == folded)
    }

    /// Foundation removes a byte order mark at the beginning of percent-decoded text.
    @Test func signsByteOrderMark() {
        let text = stringToSign("/?prefix=%EF%BB%BFa")
        #expect(Array(text.utf8.suffix(11)) == Array("prefix:\u{FEFF}a".utf8))
    }

    @Test func sortsUnderscoreBeforeDigitsAndLetters() {
        var fields: HTTPFields = [:]
        for name in ["x-ms-meta-a1", "x-ms-meta-a_b", "x-ms-meta-ab", "X-Ms-Meta-A"] {
            if let name = HTTPField.Name(name) { fields[name] = "v" }
        }
        #expect(
            stringToSign("/", fields).hasSuffix("x-ms-meta-a:v\nx-ms-meta-a_b:v\nx-ms-meta-a1:v\nx-ms-meta-ab:v\n/a/"))
    }

    @Test func sortsAndJoinsRepeatedQueryParameters() {
        let text = stringToSign("/?Include=metadata&comp=list&include=copy&flag")
        #expect(text.hasSuffix("\n/a/\ncomp:list\nflag:\ninclude:copy,metadata"))
    }

    @Test func signsMissingPathAsSlash() { #expect(stringToSign(nil).hasSuffix("\n/a/")) }

    private func stringToSign(_ path: String?, _ fields: HTTPFields = [:]) -> String {
        let request = HTTPRequest(method: .get, scheme: "http", authority: "h", path: path, headerFields: fields)
        return SharedKey(account: "a", key: .emulator).stringToSign(request, bodyCount: 0)
    }

    @Test func rejectsBodyOfUnknownLength() {
        let body = HTTPBody.stream(.just([1]))
        #expect(throws: TransportError.self) {
            try request(Self.vectors[0]).signed(
                by: SharedKey(account: "a", key: .emulator), body: body, at: Date())
        }
    }
}
