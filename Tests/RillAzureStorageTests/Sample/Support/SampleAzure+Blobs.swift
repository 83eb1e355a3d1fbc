import RillHTTP
import Testing

extension SampleAzure {
    /// Runs a test with a sample server that has an empty container `con`.
    static func withContainer(_ body: (SampleAzure) async throws -> Void) async throws {
        try await with { sample in
            #expect(try await sample.sendSigned(.blob, .put, "/con?restype=container").status == 201)
            try await body(sample)
        }
    }

    /// Puts a blob into the container `con`.
    func put(_ name: String, _ text: String, _ fields: [String: String] = [:]) async throws -> Response {
        let fields = fields.merging(["x-ms-blob-type": "BlockBlob"]) { own, _ in own }
        return try await sendSigned(.blob, .put, "/con/\(name)", fields, text: text)
    }

    /// Gets a blob of the container `con`.
    func get(_ name: String, _ fields: [String: String] = [:]) async throws -> Response {
        try await sendSigned(.blob, .get, "/con/\(name)", fields)
    }
}
