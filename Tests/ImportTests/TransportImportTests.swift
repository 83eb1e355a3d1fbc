import RillURLSession

// The only import of this file is RillURLSession. The file is checked by being compiled.

private func sendRequest() -> Observable<TransportEvent> {
    let request = HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: "/status")
    return URLSessionTransport().send(request, body: nil)
}
