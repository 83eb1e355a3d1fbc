import RillHTTP

/// Approves sign-ins at the sample server, as a user with a browser would.
struct SampleBrowser: Sendable {
    private let client = Client(baseURL: "http://127.0.0.1", middleware: [FollowRedirects()])

    /// Opens a URL without waiting for the page.
    ///
    /// A failure does not matter, because the sign-in times out.
    func open(_ url: String) {
        _ = client.send(Endpoint<Void>(.url(url))).subscribe(onNext: { _ in }, onError: { _ in })
    }
}
