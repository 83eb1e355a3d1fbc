extension TransportOptions {
    /// The description of an invalid option for connections, or `nil` if all of them are valid.
    var connectionProblem: String? {
        for (name, time) in [
            ("addressFallbackDelay", addressFallbackDelay), ("resolutionLifetime", resolutionLifetime),
        ]
        where time < .zero {
            return "\(name) is \(time), but must not be negative"
        }
        if let keepAliveInterval, keepAliveInterval > .seconds(32_767) {
            return "keepAliveInterval is \(keepAliveInterval), but must be at most 32,767 seconds"
        }
        if let path = unixSocketPath {
            if !(1...107).contains(path.utf8.count) {
                return "unixSocketPath has \(path.utf8.count) bytes, but must have 1 to 107"
            }
            if path.utf8.contains(0) { return "unixSocketPath contains NUL" }
            if let option = optionWithoutUnixSocket {
                return "\(option) has no effect with unixSocketPath. Set only one of them"
            }
        }
        if httpVersion == .http3, case .url = proxy.kind {
            return "http3 cannot be used through a proxy. Set another httpVersion, or set proxy to .none"
        }
        for (host, keys) in pinnedPublicKeys {
            if !HostAndPort.isHost(host) || host != host.lowercased() {
                return "pinnedPublicKeys contains \"\(host)\", which must be a host in lowercase without a port"
            }
            if let problem = Self.spellingProblem(of: host) { return "pinnedPublicKeys contains \(problem)" }
            if keys.isEmpty || !keys.allSatisfy(Self.isPublicKey) {
                return "pinnedPublicKeys[\(host)] must contain keys of the form sha256//BASE64"
            }
        }
        for text in hostOverrides.flatMap({ [$0.key, $0.value] })
        where HostAndPort(validating: text) == nil || text.contains("*") {
            return "hostOverrides contains \"\(text)\", which must be a host or HOST:PORT, without wildcards, and with "
                + "brackets around an IPv6 address"
        }
        if let problem = hostOverrides.keys.compactMap(Self.spellingProblem).first {
            return "hostOverrides contains \(problem)"
        }
        if localAddress?.isEmpty == true { return "localAddress is empty. Set an address, an interface, or nil" }
        return nil
    }

    /// Returns a host with or without a port and its problem, or `nil` if the host has its canonical spelling.
    private static func spellingProblem(of text: String) -> String? {
        let host = HostAndPort(text).host
        guard let name = try? CanonicalHost.text(of: host) else {
            return "\"\(text)\", which is not a valid host or IP address"
        }
        return name == host ? nil : "\"\(text)\", which must be written \"\(name)\(text.dropFirst(host.count))\""
    }

    /// The name of an option for TCP connections that is set, or `nil` if there is none.
    private var optionWithoutUnixSocket: String? {
        if case .url = proxy.kind { return "a proxy URL" }
        if !hostOverrides.isEmpty { return "hostOverrides" }
        if localAddress != nil { return "localAddress" }
        if addressFamily != .any { return "addressFamily" }
        return httpVersion == .http3 ? "http3" : nil
    }

    /// Returns whether a text is the Base64 of a SHA-256 digest with a prefix.
    private static func isPublicKey(_ text: String) -> Bool {
        let prefix = "sha256//"
        return text.hasPrefix(prefix) && text.utf8.count == prefix.utf8.count + 44 && text.hasSuffix("=")
            && text.dropFirst(prefix.count).dropLast().allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "+/".contains($0))
            }
    }
}
