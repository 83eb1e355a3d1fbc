package import RillHTTP

package func get(_ url: String = "https://a.example/x", _ fields: HTTPFields = [:]) -> HTTPRequest {
    makeRequest(.get, url, fields)
}

package func makeRequest(_ method: HTTPRequest.Method, _ url: String, _ fields: HTTPFields = [:]) -> HTTPRequest {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return HTTPRequest(
        method: method, scheme: String(parts[0].dropLast()), authority: String(parts[2]),
        path: "/" + (parts.count > 3 ? parts[3] : ""), headerFields: fields)
}
