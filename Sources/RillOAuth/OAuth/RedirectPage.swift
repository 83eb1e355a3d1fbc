internal import RillHTTP

/// The page that a browser shows after a request to the loopback port of a sign-in.
enum RedirectPage {
    /// Returns a response with a page.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - text: The text of the page, which must not contain text of the request.
    static func response(_ status: HTTPResponse.Status, _ text: String) -> [UInt8] {
        let page = """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>Sign in</title></head>
            <body><p>\(text)</p></body>
            </html>

            """
        let head = """
            HTTP/1.1 \(status.code) \(status.reasonPhrase)\r
            Content-Type: text/html; charset=utf-8\r
            Content-Length: \(page.utf8.count)\r
            Content-Security-Policy: default-src 'none'\r
            Referrer-Policy: no-referrer\r
            X-Content-Type-Options: nosniff\r
            Cache-Control: no-store\r
            Connection: close\r
            \r

            """
        return Array((head + page).utf8)
    }
}
