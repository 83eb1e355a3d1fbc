import RillJSON

// The only import of this file is RillJSON. The file is checked by being compiled.

private struct Repository: Decodable, Sendable {
    let name: String
}

private func sendRequest() -> Observable<[Repository]> {
    let client = Client(
        baseURL: "https://api.github.com", decoder: FastJSONDecoder(dateDecodingStrategy: .tolerant()))
    return client.send(Endpoint("/users/apple/repos"))
}
