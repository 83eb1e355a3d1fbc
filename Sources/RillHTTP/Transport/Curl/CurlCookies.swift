#if os(Linux)
    internal import CCurl

    /// The cookies of a loop, which all its exchanges share; in memory alone.
    ///
    /// One thread uses it, so that it needs no locks of libcurl's.
    final class CurlCookies {
        /// libcurl's handle.
        let share: UnsafeMutableRawPointer

        /// Makes an empty jar; nil when memory has run out.
        init?() {
            guard let share = ccurl_share_init() else { return nil }
            self.share = share
            ccurl_share_set_long(share, CCURL_SHARE_OPT_SHARE, CCURL_SHARED_COOKIES)
        }

        deinit {
            ccurl_share_cleanup(share)
        }
    }
#endif
