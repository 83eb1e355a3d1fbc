import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillOAuth
import RillServiceTestSupport
import RillTesting
import Testing

/// An authorization server over a stub transport.
enum OAuthFixtures {
    static let server = OAuthServer(
        issuer: "https://login.example.com", tokenEndpoint: "https://login.example.com/token",
        authorizationEndpoint: "https://login.example.com/authorize?tenant=a",
        deviceAuthorizationEndpoint: "https://login.example.com/device",
        revocationEndpoint: "https://login.example.com/revoke")

    static let date = Date(timeIntervalSince1970: 1_795_226_440)

    static let token = #"{"access_token":"acce55","token_type":"Bearer","expires_in":3600,"refresh_token":"refre5h"}"#

    static func oauth(
        _ transport: any Transport, authentication: OAuthClientAuthentication = .none,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) -> OAuth {
        OAuth(
            server, clientID: "program", authentication: authentication, transport: transport, scheduler: scheduler,
            now: { date })
    }

    /// Returns the parameters of a form or a query.
    static func items(_ text: String?) -> [String: String] {
        var items: [String: String] = [:]
        for pair in (text ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1).map {
                $0.replacing("+", with: " ").removingPercentEncoding ?? ""
            }
            items[parts[0]] = parts.count > 1 ? parts[1] : ""
        }
        return items
    }

    static func texts(of value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped, (value as? any Error)?.localizedDescription ?? ""]
    }
}
