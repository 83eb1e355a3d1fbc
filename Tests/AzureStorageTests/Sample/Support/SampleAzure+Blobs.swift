import RillHTTP
import Testing

extension SampleAzure {
    /// Starts a sample with an empty container, `con`.
    static func withContainer(_ body: (SampleAzure) async throws -> Void) async throws {
        try await with { sample in
            #expect(try await sample.ask(.blob, .put, "/con?restype=container").status == 201)
            try await body(sample)
        }
    }

    /// Puts a blob into `con`.
    func put(_ name: String, _ text: String, _ fields: [String: String] = [:]) async throws -> Answer {
        let fields = fields.merging(["x-ms-blob-type": "BlockBlob"]) { own, _ in own }
        return try await ask(.blob, .put, "/con/\(name)", fields, text: text)
    }

    /// Gets a blob out of `con`.
    func get(_ name: String, _ fields: [String: String] = [:]) async throws -> Answer {
        try await ask(.blob, .get, "/con/\(name)", fields)
    }
}
