import Foundation
import RillGarage
import RillHTTP
import Testing

@Suite struct GarageBodyTests {
    private struct Draft: Encodable {
        var title: GarageChange<String> = .unchanged
        var tags: GarageChange<[String]> = .unchanged
        var due: GarageChange<Date> = .unchanged
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try #require(HTTPBody.garage(value).bytes), as: UTF8.self)
    }

    @Test func distinguishesNullFromOmittedProperty() throws {
        #expect(try text(Draft()) == "{}")
        #expect(try text(Draft(title: .null)) == #"{"title":null}"#)
        #expect(try text(Draft(title: .value("a/b"), tags: .value(["x"]))) == #"{"tags":["x"],"title":"a/b"}"#)
        #expect(try text([GarageChange.value(1), .null, .unchanged]) == "[1,null,null]")
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (1_415_172_296.126, "2014-11-05T07:24:56.126Z"),
        (0.0004, "1970-01-01T00:00:00.000Z"),
        (0.9996, "1970-01-01T00:00:01.000Z"), (-0.001, "1969-12-31T23:59:59.999Z"), (-1, "1969-12-31T23:59:59.000Z"),
        (253_402_300_799, "9999-12-31T23:59:59.000Z"), (1_709_208_000.5, "2024-02-29T12:00:00.500Z"),
    ])
    func encodesDatesWithMilliseconds(seconds: Double, expected: String) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try text(Draft(due: .value(date))) == #"{"due":"\#(expected)"}"#)
    }

    @Test(arguments: [1e12, -1e12, .infinity, -.infinity, .nan])
    func rejectsDatesOutOfRange(seconds: Double) {
        let body = Draft(due: .value(Date(timeIntervalSince1970: seconds)))
        #expect(HTTPBody.garage(body).failure is EncodingError)
    }

    @Test(arguments: [
        #""2014-11-05T07:24:56.126Z""#, #""2014-11-05T16:24:56.126+09:00""#, "1415172296.126",
    ])
    func decodesDatesInAnyFormat(json: String) throws {
        let post = #"{"id":1,"title":"t","body":null,"published_at":\#(json)}"#
        let read = try GarageClient.makeDecoder().decode(GarageExample.Post.self, from: Data(post.utf8))
        let seconds = try #require(read.publishedAt).timeIntervalSince1970
        #expect(abs(seconds - 1_415_172_296.126) < 0.000_1)
    }
}
