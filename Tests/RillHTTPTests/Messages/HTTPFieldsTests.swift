import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
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
        #expect(sample[values: .host] == [])
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
        let lowercase: HTTPField.Name = "accept"
        #expect([.accept: "b"] as HTTPFields == [lowercase: "b"])
    }

    @Test func descriptionRedactsSecrets() {
        let fields: HTTPFields = [.accept: "a", .authorization: "secret", HTTPField.Name(literal: "X-Auth-Token"): "t"]
        #expect("\(fields)" == "Accept: a\nAuthorization: <redacted>\nX-Auth-Token: <redacted>")
    }

    @Test func stringLiteralsAreNames() throws {
        let fields: HTTPFields = ["X-A": "b", .accept: "c/d", "x-a": "e"]
        #expect(fields.map(\.name.rawName) == ["X-A", "Accept", "x-a"])
        #expect(fields["X-a"] == "b, e")
        let transport = StubTransport { _ in .text("") }
        let endpoint = Endpoint<Void>("/a", headerFields: ["X-A": "b"])
        try makeClient(transport).send(endpoint).wait(timeout: .seconds(10))
        #expect(transport.requests.first?.headerFields["X-A"] == "b")
    }

    /// Release builds accept an invalid literal, so the name is created here without validation.
    @Test func requestWithInvalidNameFails() throws {
        let name = HTTPField.Name(rawName: "X A\n", canonicalName: "x a\n")
        let transport = StubTransport { _ in .text("") }
        let endpoint = Endpoint<Void>("/a", headerFields: [name: "b"])
        let error = try Recorder(makeClient(transport).send(endpoint)).failure()
        #expect(error.stage == .request)
        let failure = try #require(error.underlying as? TransportError)
        #expect(failure.code == .invalidRequest)
        #expect(
            failure.text
                == "the header field name \"X A\" is invalid: use only letters, digits and !#$%&'*+-.^_`|~")
        #expect(transport.requests.isEmpty)
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test func invalidLiteralTrapsInDebugBuilds() async throws {
            #if DEBUG
                let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = ["X A": "b"] as HTTPFields
                }
                let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
                #expect(output.contains("the header field name \"X A\" is invalid: use only letters, digits and "))
            #endif
        }
    #endif
}
