package import RillHTTP

extension TransportOptions {
    /// Options without a proxy and without timeouts.
    ///
    /// While all tests run concurrently, a suspended task can be resumed as late as a minute later.
    package static var withoutTimeouts: TransportOptions {
        var options = TransportOptions()
        options.proxy = .none
        options.connectTimeout = nil
        options.responseTimeout = nil
        options.idleTimeout = nil
        return options
    }
}
