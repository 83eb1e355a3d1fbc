internal import Foundation
internal import RillHTTPTesting

/// The device codes that a sample authorization server has issued.
struct OAuthDeviceCodes: Sendable {
    private struct Device: Sendable, Identifiable {
        /// The device code.
        let id = AuthorizationCodes.makeText()
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

    let options: SampleOAuth.Options
    private let devices = Records<Device>()

    /// Issues a code and returns the response.
    func response(clientID: String, scopes: [String], issuer: String) -> LoopbackServer.Response {
        let letters = String((0..<8).map { _ in "BCDFGHJKLMNPQRSTVWXZ".randomElement() ?? "B" })
        let userCode = "\(letters.prefix(4))-\(letters.suffix(4))"
        let device = Device(
            userCode: userCode, clientID: clientID, scopes: scopes,
            expires: options.now() + Double(Self.lifetime), interval: options.pollInterval)
        devices.add { _ in device }
        return .json([
            "device_code": .string(device.id), "user_code": .string(userCode),
            "verification_uri": .string("\(issuer)/device"),
            "verification_uri_complete": .string("\(issuer)/device?user_code=\(userCode)"),
            "expires_in": .integer(Self.lifetime), "interval": .integer(options.pollInterval),
        ])
    }

    /// Records the decision of the user, and returns whether the code exists.
    func decide(_ userCode: String, isApproved: Bool) -> Bool {
        let device = devices.all.first { $0.userCode == userCode }
        return device.flatMap { devices.update($0.id) { $0.isApproved = isApproved } } != nil
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
        guard let device = devices[code], device.clientID == clientID else { return .oauthError("invalid_grant") }
        guard device.expires > now else { return .oauthError("expired_token") }
        if let isApproved = device.isApproved {
            guard devices.removeFirst(where: { $0.id == code }) != nil else { return .oauthError("invalid_grant") }
            return isApproved ? issue(device.scopes) : .oauthError("access_denied")
        }
        var isEarly = false
        devices.update(code) { device in
            isEarly = device.lastPoll.map { now.timeIntervalSince($0) < Double(device.interval) } ?? false
            if isEarly { device.interval += 5 }
            device.lastPoll = now
        }
        return .oauthError(isEarly ? "slow_down" : "authorization_pending")
    }
}
