import Foundation
import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct GarageErrorTests {
    private func failure(_ response: StubTransport.Response) throws -> APIError {
        let transport = StubTransport { _ in response }
        return try Recorder(Fixtures.client(transport).send(GarageEndpoint<Int>("/a"))).failure()
    }

    @Test(arguments: [
        #"{"status_code":401,"error":"Unauthorized (invalid token)"}"#,
        #"{"status":401,"error":"Unauthorized (invalid token)"}"#,
        #"{"error":"Unauthorized (invalid token)","status":"401"}"#,
    ])
    func decodesAllMessageFormats(body: String) throws {
        let error = try failure(.json(body, status: 401))
        #expect(error.stage == .status)
        let garage = try #require(error.garage)
        #expect(garage.kind == .unauthorized)
        #expect(garage.status == .unauthorized)
        #expect(garage.message == "Unauthorized (invalid token)")
        #expect(garage.validationErrors.isEmpty)
        #expect(garage.missingScopes.isEmpty)
        #expect(garage.operation == nil)
        #expect(
            "\(error)"
                == #"GET https://garage.example/v1/a failed with status 401 Unauthorized: "Unauthorized (invalid token)""#
        )
    }

    @Test func descriptionHasOneLine() throws {
        let error = try failure(.json(#"{"error":"a\nb"}"#, status: 422))
        #expect("\(try #require(error.garage))" == "\"a b\"")
    }

    /// The format of Rails' `respond_with` for an invalid record.
    @Test func decodesValidationErrors() throws {
        let body = #"{"errors":{"title":["is too long","is reserved"],"body":["is <empty>"]}}"#
        let error = try failure(.json(body, status: 422))
        let garage = try #require(error.garage)
        #expect(garage.kind == .unprocessableContent)
        #expect(garage.validationErrors == ["title": ["is too long", "is reserved"], "body": ["is <empty>"]])
        #expect(garage.message == "body is <empty>, title is too long, title is reserved")
        #expect(garage.missingScopes.isEmpty && garage.operation == nil)
        #expect(
            "\(error)" == """
                GET https://garage.example/v1/a failed with status 422 Unprocessable Content: "body is <empty>, title is \
                too long, title is reserved"
                """)
    }

    @Test func redactsSecretsInValidationErrors() throws {
        let transport = StubTransport { _ in
            .json(#"{"errors":{"title":["token abcdefgh is reserved"]}}"#, status: 422)
        }
        let client = Fixtures.client(transport, token: "abcdefgh")
        let error = try Recorder(client.send(GarageEndpoint<Int>("/a"))).failure()
        #expect(error.garage?.validationErrors["title"] == ["token <redacted> is reserved"])
        let texts = "\(error) \(error.garage?.message ?? "")"
        #expect(!texts.contains("abcdefgh"))
    }

    @Test(arguments: [
        (#"{"errors":{}}"#, "response without an error message"),
        (#"{"errors":["is too long"]}"#, "response is not a Garage error (content type: application/json)"),
        (#"{"errors":{"title":7}}"#, "response is not a Garage error (content type: application/json)"),
    ])
    func ignoresMalformedValidationErrors(body: String, reason: String) throws {
        let error = try failure(.json(body, status: 422))
        #expect(error.garage?.validationErrors == [:])
        #expect(error.garage?.message == nil)
        #expect(error.reason == reason)
    }

    @Test func decodesInternalServerError() throws {
        let message = "Auth backend timed out: open_timeout=1, read_timeout=1"
        let garage = try failure(.json(#"{"status_code":500,"error":"\#(message)"}"#, status: 500)).garage
        #expect(garage?.kind == .internalServerError)
        #expect(garage?.message == message)
        #expect(garage?.operation == nil)
    }

    @Test(arguments: [
        (400, GarageError.Kind.badRequest), (401, .unauthorized), (403, .forbidden), (404, .notFound),
        (406, .notAcceptable), (409, .conflict), (415, .unsupportedMediaType), (422, .unprocessableContent),
        (500, .internalServerError), (503, .serviceUnavailable), (402, .clientError), (418, .clientError),
        (429, .clientError), (501, .serverError), (502, .serverError), (599, .serverError),
    ])
    func derivesKindFromStatus(code: Int, kind: GarageError.Kind) throws {
        let status = HTTPResponse.Status(code: code)
        for response: StubTransport.Response in [
            .json(#"{"status":\#(code),"error":"e"}"#, status: status),
            .json(#"{"status_code":\#(code),"error":"e"}"#, status: status),
            .status(status), .text("<h1>e</h1>", type: "text/html", status: status),
        ] {
            #expect(try failure(response).garage?.kind == kind)
        }
    }

    @Test(arguments: [
        ("Missing scope(s): write_post", ["write_post"]), ("Missing scope(s): a, b.c, d", ["a", "b.c", "d"]),
        ("Missing scope(s): ", []), ("Missing scopes", []),
    ])
    func parsesMissingScopes(end: String, scopes: [String]) throws {
        let message = "Insufficient scope to process the requested operation. \(end)"
        let error = try failure(.json(#"{"status_code":403,"error":"\#(message)"}"#, status: 403))
        #expect(error.garage?.kind == .forbidden)
        #expect(error.garage?.missingScopes == scopes)
        #expect(error.garage?.operation == nil)
    }

    @Test func parsesForbiddenOperation() throws {
        let message = "Authorized user is not allowed to take the requested operation write on Admin::User"
        let error = try failure(.json(#"{"status_code":403,"error":"\#(message)"}"#, status: 403))
        #expect(error.garage?.operation?.action == "write")
        #expect(error.garage?.operation?.resource == "Admin::User")
        #expect(error.garage?.operation.map { "\($0)" } == "write on Admin::User")
        #expect(error.garage?.missingScopes == [])
    }

    @Test(arguments: [
        (400, "response without an error message, usually a missing or unsupported parameter"),
        (404, "response without an error message, usually an unknown path"),
        (406, "response without an error message, usually an unsupported media type in Accept"),
        (503, "response without an error message"),
    ])
    func describesEmptyBody(code: Int, reason: String) throws {
        let error = try failure(.text("", type: "text/html", status: HTTPResponse.Status(code: code)))
        #expect(error.garage?.message == nil)
        #expect(error.reason == reason)
    }

    @Test(arguments: [
        "<html>502</html>", "[]", "7", #"{"message":"x"}"#, #"{"error":7}"#, #"{"error":null}"#, "\u{0}\u{1}",
    ])
    func describesUnexpectedBody(body: String) throws {
        let error = try failure(.text(body, type: "text/html", status: .badGateway))
        #expect(error.garage?.kind == .serverError)
        #expect(error.garage?.message == nil)
        #expect(error.reason == "response is not a Garage error (content type: text/html)")
        #expect(!error.bodyPrefix.isEmpty)
    }

    @Test func garageErrorIsNilForOtherFailures() throws {
        #expect(try failure(.fail(TransportError(.closedEarly, "x"))).garage == nil)
        #expect(try failure(.json("true")).garage == nil)
        #expect(try failure(.status(.found)).garage == nil)
    }

    @Test func garageErrorCanBeCaughtByType() {
        let transport = StubTransport { _ in .json(#"{"status":404,"error":"Not Found"}"#, status: 404) }
        let user = GarageExample(Fixtures.client(transport)).user(id: 7).map { Optional($0) }
            .catch(as: GarageError.self) { error in error.kind == .notFound ? .just(nil) : .error(error) }
        #expect(Recorder(user).values == [nil])
    }

    @Test func reportsKeyPathOfDecodingFailure() throws {
        let transport = StubTransport { _ in
            .json(#"[{"id":1,"name":"a","email":"b"},{"id":"2","name":"a","email":"b"}]"#)
        }
        let error = try Recorder(GarageExample(Fixtures.client(transport)).users()).failure()
        #expect(error.stage == .decoding)
        #expect(error.reason == #"[1].id: expected Int, found "2""#)
        #expect(error.garage == nil)
    }
}
