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

        /// Types that do not conform to a protocol because of one declaration each.
        private struct Group: CustomTestStringConvertible, Sendable {
            /// The beginning of the names of the types.
            let name: String
            let protocolName: String
            /// The declarations that the types have in common.
            let members: String
            let nearMisses: [NearMiss]

            /// The types, one in each line.
            var types: [String] {
                nearMisses.enumerated().map { index, nearMiss in
                    "struct \(typeName(index)): \(protocolName) { \(members); \(nearMiss.declaration) }"
                }
            }

            var testDescription: String { name }

            func typeName(_ index: Int) -> String { "\(name)\(index)_" }
        }

        private static let groups = [
            Group(
                name: "Request", protocolName: "Request",
                members: #"typealias Response = [Int]; let path: URLPath = "/a""#, nearMisses: requests),
            Group(
                name: "Path", protocolName: "Request", members: "typealias Response = [Int]",
                nearMisses: [
                    (#"let path = "/a""#, "candidate has non-matching type 'String'"),
                    (#"let path = URL(filePath: "/a")"#, "candidate has non-matching type 'URL'"),
                ]),
            Group(
                name: "Parser", protocolName: "Request",
                members: #"typealias Response = Thread; let path: URLPath = "/a""#,
                nearMisses: [("", "Response must be Decodable and nonisolated, or the request must have a parser")]),
            Group(
                name: "GarageRequest", protocolName: "GarageRequest",
                members: #"typealias Resource = [Int]; let path: URLPath = "/a""#, nearMisses: garageRequests),
            Group(
                name: "ContextKey", protocolName: "StreamContextKey",
                members: "static let defaultValue: String? = nil", nearMisses: contextKeys),
            Group(name: "QueryValue", protocolName: "QueryValue", members: "let size = 1", nearMisses: queryValues),
            Group(
                name: "Decoder", protocolName: "DataDecoder",
                members:
                    "func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }",
                nearMisses: decoders),
        ]

        /// The lines of a program with the types of all groups.
        private static let program =
            ["import Foundation", "import RillGarage", "import RillHTTP"] + groups.flatMap(\.types)

        private static let compilation: Result<Void, any Error> = Result {
            try Compiler.compile(program.joined(separator: "\n"))
        }

        @Test(arguments: groups) private func typeWithOtherDeclarationDoesNotConform(_ group: Group) {
            let error = #expect(throws: SystemTool.Failure.self) { try Self.compilation.get() }
            let output = error?.description ?? ""
            for (index, nearMiss) in group.nearMisses.enumerated() {
                let errors = Self.errors(of: group.types[index], in: output)
                for text in ["'\(group.typeName(index))' does not conform to protocol '", nearMiss.message] {
                    #expect(errors.contains(text), "\(nearMiss.declaration): \(errors)")
                }
            }
        }

        /// Returns the errors in a line of the program, with their notes.
        private static func errors(of line: String, in output: String) -> String {
            let number = (program.firstIndex(of: line) ?? -1) + 1
            var isInLine = false
            let lines = output.split(separator: "\n").filter { text in
                if text.contains(": error: ") || text.contains(": warning: ") {
                    isInLine = text.contains("program.swift:\(number):") && text.contains(": error: ")
                }
                return isInLine
            }
            return lines.joined(separator: "\n")
        }
    }
#endif
