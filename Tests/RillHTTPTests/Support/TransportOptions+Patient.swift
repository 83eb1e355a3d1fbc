import RillHTTP

extension TransportOptions {
    /// Straight to the server, and no time-outs: while all tests run at once, one that awaits may get its turn only after a
    /// minute, and meanwhile its exchange stands still.
    static var patient: TransportOptions {
        var options = TransportOptions()
        options.proxy = .none
        options.connectTimeout = nil
        options.responseTimeout = nil
        options.idleTimeout = nil
        return options
    }
}
