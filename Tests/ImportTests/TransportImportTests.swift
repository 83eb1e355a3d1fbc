import RillURLSession

// The only import of this file is RillURLSession. The file is checked by being compiled.

private func sendRequest() -> Observable<String> {
    let client = Client(baseURL: "https://api.example.com", transport: URLSessionTransport())
    return client.send(Endpoint("/status", parser: .text))
}
