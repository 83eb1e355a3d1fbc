#if os(Linux)
    @testable import RillHTTPTesting
    import RillTestSupport
    import Testing

    /// Compiles declarations that have the name of a requirement, but another type.
    ///
    /// `RequestDeclarationTests` tests that the other declarations are used.
    @Suite(
        .serialized, .disabledUnderThreadSanitizer("the compiler runs in a separate process"),
        .enabled("requires swiftc") { (try? SystemTool("swiftc")) != nil })
    struct DeclarationCompilationTests {
        /// A declaration, and a part of the note of the compiler.
        private typealias NearMiss = (declaration: String, message: String)

        private static let onlyInOptions = "was the same type as 'OnlyInOptions'"

        private static let requests: [NearMiss] = [
            (#"let method = "POST""#, "'String' was the same type as 'HTTPRequest.Method'"),
            (
                "let method: HTTPRequest.Method? = nil",
                "'HTTPRequest.Method?' was the same type as 'HTTPRequest.Method'"
            ),
            ("let baseURL = 1", "'Int' conformed to 'URLConvertible'"),
            (#"var query: [String: String] { [:] }"#, "'[String : String]' was the same type as 'QueryItems'"),
            ("var query: QueryItems? { nil }", "'QueryItems?' was the same type as 'QueryItems'"),
            (#"var headerFields: [String: String] { [:] }"#, "'[String : String]' was the same type as 'HTTPFields'"),
            ("var body: [String: Any] { [:] }", "'Any' conformed to 'Encodable'"),
            ("var body: InputStream { InputStream(data: Data()) }", "'InputStream' conformed to 'Encodable'"),
            (
                "var parser: ResponseParser<Int> { .json }",
                "'ResponseParser<Int>' was the same type as 'ResponseParser<"
            ),
            (
                "var parser: ResponseParser<Int>? { nil }",
                "'ResponseParser<Int>?' was the same type as 'ResponseParser<"
            ),
            ("var options: RequestOptions? { nil }", "'RequestOptions?' was the same type as 'RequestOptions'"),
            ("func accepts(_ status: Int) -> Bool { true }", "'Int' was the same type as 'HTTPResponse.Status'"),
            ("func accepts(_ status: HTTPResponse.Status) {}", "'()' was the same type as 'Bool'"),
            ("func validate() -> Bool { true }", "'Bool' was the same type as '()'"),
            ("let timeout: Duration = .seconds(3)", "'Duration' \(onlyInOptions)"),
            ("let attemptTimeout: Duration? = nil", "'Duration?' \(onlyInOptions)"),
            ("let isIdempotent = false", "'Bool' \(onlyInOptions)"),
            ("let middleware = [IdempotencyKeys()]", "'[IdempotencyKeys]' \(onlyInOptions)"),
            ("let decoder = JSONDecoder()", "'JSONDecoder' \(onlyInOptions)"),
            ("let errorDecoder = ErrorDecoder.none", "'ErrorDecoder' \(onlyInOptions)"),
            ("var timeout: Duration { get throws { .seconds(3) } }", "'Duration' \(onlyInOptions)"),
            ("var middleware: [IdempotencyKeys] { get throws { [] } }", "'[IdempotencyKeys]' \(onlyInOptions)"),
            (
                "var parser: ResponseParser<Int> { get throws { .json } }",
                "'ResponseParser<Int>' was the same type as 'ResponseParser<"
            ),
            (#"let endpoint = "/users""#, "'String' was the same type as 'Endpoint<"),
            ("var endpoint: Endpoint<[Int]>? { nil }", "'Endpoint<[Int]>?' was the same type as 'Endpoint<"),
            (
                #"var endpoint: Endpoint<[String]> { Endpoint("/a") }"#,
                "DeclaredEndpoint = Endpoint<[String]>"
            ),
        ]

        private static let garageRequests: [NearMiss] = [
            (#"let fields = ["id"]"#, "'[String]' was the same type as 'GarageFields'"),
            ("let rootKeyPath = 1", "'Int' was the same type as 'String'"),
            ("var fields: [String] { get throws { [] } }", "'[String]' was the same type as 'GarageFields'"),
            (#"let endpoint = "/users""#, "'String' was the same type as 'Endpoint<"),
            ("let timeout: Duration = .seconds(3)", "'Duration' \(onlyInOptions)"),
        ]

        private static let contextKeys: [NearMiss] = [
            ("static let taskLocal = 1", "'Int' was the same type as 'TaskLocal<"),
            ("static func debugText(for value: Int) -> String { \"\" }", "'Int' was the same type as 'String?'"),
            ("static func debugText(for value: String?) -> Int { 1 }", "'Int' was the same type as 'String'"),
            (
                "static func debugText(for value: String?) throws -> String { \"\" }",
                "'any Error' was the same type as 'Never'"
            ),
        ]

        private static let queryValues: [NearMiss] = [
            ("let queryText = Substring()", "'Substring' was the same type as 'String'"),
            ("var queryText: String? { nil }", "'String?' was the same type as 'String'"),
            ("var queryText: String { get throws { \"\" } }", "'any Error' was the same type as 'Never'"),
        ]

        private static let decoders: [NearMiss] = [
            ("", "protocol requires property 'keyDecodingStrategy'"),
            ("let keyDecodingStrategy = \"snake\"", "candidate has non-matching type 'String'"),
        ]

        @Test func requestWithOtherTypeDoesNotCompile() throws {
            try expectErrors(Self.requests, "Request", #"typealias Response = [Int]; let path: URLPath = "/a""#)
        }

        @Test func requestWithoutPathOrParserDoesNotCompile() throws {
            try expectErrors(
                [
                    (#"let path = "/a""#, "candidate has non-matching type 'String'"),
                    (#"let path = URL(filePath: "/a")"#, "candidate has non-matching type 'URL'"),
                ], "Request", "typealias Response = [Int]")
            try expectErrors(
                [("", "(aka 'Thread') conformed to 'Decodable'")], "Request",
                #"typealias Response = Thread; let path: URLPath = "/a""#)
        }

        @Test func garageRequestWithOtherTypeDoesNotCompile() throws {
            try expectErrors(
                Self.garageRequests, "GarageRequest", #"typealias Resource = [Int]; let path: URLPath = "/a""#)
        }

        @Test func contextKeyWithOtherTypeDoesNotCompile() throws {
            try expectErrors(Self.contextKeys, "StreamContextKey", "static let defaultValue: String? = nil")
        }

        @Test func queryValueWithOtherTypeDoesNotCompile() throws {
            try expectErrors(Self.queryValues, "QueryValue", "let size = 1")
        }

        @Test func decoderWithoutStrategyDoesNotCompile() throws {
            try expectErrors(
                Self.decoders, "DataDecoder",
                "func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }")
        }

        /// Compiles a type for each declaration in one program, and expects an error for each type.
        private func expectErrors(
            _ nearMisses: [NearMiss], _ name: String, _ members: String, location: SourceLocation = #_sourceLocation
        ) throws {
            let types = nearMisses.indices.map { index in
                "struct Type\(index)_: \(name) { \(members); \(nearMisses[index].declaration) }"
            }
            let source = "import Foundation\nimport RillGarage\nimport RillHTTP\n" + types.joined(separator: "\n")
            let error = #expect(throws: SystemTool.Failure.self, sourceLocation: location) {
                try Compiler.compile(source)
            }
            let messages = error?.description ?? ""
            for (index, nearMiss) in nearMisses.enumerated() {
                for text in ["'Type\(index)_' does not conform to protocol '", nearMiss.message] {
                    #expect(messages.contains(text), "\(nearMiss.declaration): \(messages)", sourceLocation: location)
                }
            }
        }
    }
#endif
