internal import Foundation
internal import RillHTTPTesting

/// The device codes that a sample authorization server has issued.
final class OAuthDeviceCodes: @unchecked Sendable {  // `devices` is guarded by `lock`
    private struct Device: Sendable {
        let userCode: String
        let clientID: String
        let scopes: [String]
        let expires: Date
        var isApproved: Bool?
        var interval: Int
        var lastPoll: Date?
    }

    /// The lifetime of device codes, in seconds.
    private static let lifetime = 600

    private let options: SampleOAuth.Options
    private let lock = Lock()
    private var devices: [String: Device] = [:]

    init(options: SampleOAuth.Options) {
        self.options = options
    }

    /// Issues a code and returns the response.
    func response(clientID: String, scopes: [String], issuer: String) -> LoopbackServer.Response {
        let code = AuthorizationCodes.makeText()
        let letters = String((0..<8).map { _ in "BCDFGHJKLMNPQRSTVWXZ".randomElement() ?? "B" })
        let userCode = "\(letters.prefix(4))-\(letters.suffix(4))"
        let device = Device(
            userCode: userCode, clientID: clientID, scopes: scopes,
            expires: options.now() + Double(Self.lifetime), interval: options.pollInterval)
        lock.withLock { devices[code] = device }
        let object: JSONValue = [
            "device_code": .string(code), "user_code": .string(userCode),
            "verification_uri": .string("\(issuer)/device"),
            "verification_uri_complete": .string("\(issuer)/device?user_code=\(userCode)"),
            "expires_in": .integer(Self.lifetime), "interval": .integer(options.pollInterval),
        ]
        return .json(object)
    }

    /// Records the decision of the user, and returns whether the code exists.
    func decide(_ userCode: String, isApproved: Bool) -> Bool {
        lock.withLock {
            guard let key = devices.first(where: { $0.value.userCode == userCode })?.key else { return false }
            devices[key]?.isApproved = isApproved
            return true
        }
    }

    /// Returns the response to a poll.
    ///
    /// - Parameters:
    ///   - code: The device code.
    ///   - clientID: The client identifier.
    ///   - issue: A closure that issues a token with scopes.
    func poll(
        _ code: String, clientID: String, _ issue: ([String]) -> LoopbackServer.Response
    ) -> LoopbackServer.Response {
        let now = options.now()
        let (error, scopes) = lock.withLock { () -> (String?, [String]) in
            guard var device = devices[code], device.clientID == clientID else { return ("invalid_grant", []) }
            guard device.expires > now else { return ("expired_token", []) }
            if let isApproved = device.isApproved {
                devices[code] = nil
                return (isApproved ? nil : "access_denied", device.scopes)
            }
            let isEarly = device.lastPoll.map { now.timeIntervalSince($0) < Double(device.interval) } ?? false
            if isEarly { device.interval += 5 }
            device.lastPoll = now
            devices[code] = device
            return (isEarly ? "slow_down" : "authorization_pending", [])
        }
        return error.map { .oauthError($0) } ?? issue(scopes)
    }
}
