import RillScript

let command = CommandConfiguration("oauth-login", abstract: "x", discussion: "", usage: [], groups: [], options: [])
struct Arguments: Sendable { init(from reader: inout ArgumentReader) throws {} }
enum Script { static func run(_ arguments: Arguments) async throws {} }
