import RillHTTP
import Testing

@Suite struct HTTPFieldsTests {
    private let sample: HTTPFields = [.link: "a", .accept: "b", .link: "c", .cookie: "d=1", .cookie: "e=2"]

    @Test func keepsOrderAndRepeatedFields() {
        #expect(sample.map(\.name) == [.link, .accept, .link, .cookie, .cookie])
        #expect(sample.map(\.value) == ["a", "b", "c", "d=1", "e=2"])
        #expect(sample.count == 5)
        #expect(sample[2] == HTTPField(name: .link, value: "c"))
    }

    @Test func joinsValuesOfSameName() {
        #expect(sample[.link] == "a, c")
        #expect(sample[.cookie] == "d=1; e=2")
        #expect(sample[.accept] == "b")
        #expect(sample[.host] == nil)
        #expect(sample[values: .link] == ["a", "c"])
        #expect(sample[values: .host].isEmpty)
        #expect(sample[fields: .accept] == [HTTPField(name: .accept, value: "b")])
        #expect(sample.contains(.accept) && !sample.contains(.host))
    }

    @Test func assignmentReplacesFieldsInPlace() {
        var fields = sample
        fields[.link] = "x"
        #expect(fields.map(\.value) == ["x", "b", "d=1", "e=2"])
        fields[values: .accept] = ["y", "z"]
        #expect(fields.map(\.value) == ["x", "y", "z", "d=1", "e=2"])
        fields[fields: .host] = [HTTPField(name: .host, value: "h")]
        #expect(fields.last?.value == "h")
        fields[.cookie] = nil
        fields[values: .accept] = []
        #expect(fields.map(\.value) == ["x", "h"])
        fields[.eTag] = "\r\n1"
        #expect(fields[.eTag] == "1")
    }

    @Test func appendKeepsFieldsWithSameName() {
        var fields: HTTPFields = [:]
        fields.append(HTTPField(name: .setCookie, value: "a"))
        fields.append(HTTPField(name: .setCookie, value: "b"))
        #expect(fields[values: .setCookie] == ["a", "b"])
        fields.removeAll { $0.value == "a" }
        fields += [HTTPField(name: .date, value: "c")]
        #expect(fields.map(\.value) == ["b", "c"])
        fields[0].value = "d"
        #expect(fields[.setCookie] == "d")
    }

    @Test func comparesValuesPerName() throws {
        let reordered: HTTPFields = [.cookie: "d=1", .link: "a", .cookie: "e=2", .link: "c", .accept: "b"]
        #expect(sample == reordered)
        #expect(sample.hashValue == reordered.hashValue)
        #expect(sample != [.link: "c", .accept: "b", .link: "a", .cookie: "d=1", .cookie: "e=2"])
        #expect(sample != [.link: "a", .accept: "b"])
        let lowercase = try #require(HTTPField.Name("accept"))
        #expect([.accept: "b"] as HTTPFields == [lowercase: "b"])
    }

    @Test func descriptionRedactsSecrets() {
        let fields: HTTPFields = [.accept: "a", .authorization: "secret", HTTPField.Name(literal: "X-Auth-Token"): "t"]
        #expect("\(fields)" == "Accept: a\nAuthorization: <redacted>\nX-Auth-Token: <redacted>")
    }
}
