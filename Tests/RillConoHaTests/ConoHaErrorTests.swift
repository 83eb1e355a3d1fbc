import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct ConoHaErrorTests {
    private func failure(
        _ status: HTTPResponse.Status, _ body: String, fields: HTTPFields = [:]
    ) throws -> APIError {
        try Exchange(.json(body, status: status, fields: fields)) { $0.catalog() }.recorder.failure()
    }

    @Test func decodesServiceError() throws {
        let error = try failure(
            .unauthorized, #"{"error":{"code":401,"title":"Unauthorized","message":"Who are you?"}}"#,
            fields: [.requestID: "req-7", .wwwAuthenticate: #"Keystone uri="http://127.0.0.1/v3""#])
        #expect(error.stage == .status)
        let serviceError = try #require(error.conoHa)
        #expect(serviceError.code == 401)
        #expect(serviceError.title == "Unauthorized")
        #expect(serviceError.message == "Who are you?")
        #expect(serviceError.requestID == "req-7")
        #expect(error.conoHaRequestID == "req-7")
        #expect(error.headerFields[.wwwAuthenticate] == #"Keystone uri="http://127.0.0.1/v3""#)
        #expect(
            "\(error)" == "GET https://identity.test/v3/auth/catalog failed with status 401 Unauthorized: "
                + "\"Who are you?\" (Unauthorized, req-7)")
    }

    @Test func keepsLongMessage() throws {
        let lines = (0..<90).map { "    {'property': {'type': 'object', 'number': \($0)}}" }
        let message = "'identity' is a required property\n\nFailed validating:\n" + lines.joined(separator: "\n")
        let json = String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
        let error = try failure(
            .badRequest, #"{"error":{"message":\#(json),"code":400,"title":"Bad Request"}}"#,
            fields: [.requestID: "req-8"])
        #expect(message.utf8.count > 4_000)
        #expect(error.conoHa?.message == message)
        #expect(
            "\(error)".hasSuffix("400 Bad Request: \"'identity' is a required property …\" (Bad Request, req-8)"))
    }

    @Test func descriptionHasOneLine() throws {
        let error = try failure(.badRequest, #"{"error":{"message":"a\nb","code":400,"title":"c\nd"}}"#)
        #expect("\(try #require(error.conoHa))" == "\"a b\" (c d)")
    }

    @Test(arguments: [
        "", "<!doctype html>\n<title>404 Not Found</title>", "[]", "7", #"{"error":"x"}"#, #"{"error":{}}"#,
        #"{"fault":{"message":"no route"}}"#, #"{"error":{"message":"no route"}}"#,
    ])
    func ignoresBodiesThatAreNotServiceErrors(body: String) throws {
        let error = try failure(.notFound, body, fields: [.requestID: "req-9", .contentType: "text/html"])
        #expect(error.conoHa == nil)
        #expect(error.status == .notFound)
        #expect(error.bodyPrefix == body)
        // The request ID is available regardless of the body.
        #expect(error.conoHaRequestID == "req-9")
    }

    @Test func decodesMessageWithoutErrorObject() throws {
        let error = try failure(.methodNotAllowed, #"{"message":"The method is not allowed."}"#)
        #expect(error.conoHa?.message == "The method is not allowed.")
        #expect(error.conoHa?.title == "Method Not Allowed")
        #expect(error.conoHa?.code == 405)
        #expect(error.conoHa?.requestID == nil)
        #expect(error.conoHaRequestID == nil)
    }

    @Test(arguments: [
        (#"{"NeutronError":{"type":"PortNotFound","message":"Port p1","detail":""}}"#, "PortNotFound", "Port p1"),
        (#"{"NeutronError":"The service is unavailable."}"#, "Not Found", "The service is unavailable."),
        (#"{"faultcode":"Client","faultstring":"Not found.","debuginfo":null}"#, "Client", "Not found."),
    ])
    func decodesErrorsOfNetworkServices(body: String, title: String, message: String) throws {
        let error = try #require(try failure(.notFound, body).conoHa)
        #expect(error.code == 404)
        #expect(error.title == title)
        #expect(error.message == message)
    }

    @Test func transportFailuresHaveNoServiceError() throws {
        let error = try Exchange(.fail(TransportError(.couldNotConnect))) { $0.catalog() }.recorder.failure()
        #expect(error.conoHa == nil)
        #expect(error.conoHaRequestID == nil)
        #expect(error.stage == .transport)
    }

    @Test func canBeCaughtByType() throws {
        let exchange = Exchange(Fixtures.errorResponse(.forbidden)) { client in
            client.catalog().catch(as: ConoHaError.self) { error in
                error.code == 403 ? .just(Catalog()) : .error(error)
            }
        }
        #expect(try exchange.value() == Catalog())
    }
}
