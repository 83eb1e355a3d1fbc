import RillMiddleware

// The only import of this file is RillMiddleware. The file is checked by being compiled.

private func makeClient() -> Client {
    Client(
        baseURL: "https://api.github.com", transport: makeDefaultTransport().caching(in: ResponseCache()).coalescing(),
        middleware: [Retry()])
}
