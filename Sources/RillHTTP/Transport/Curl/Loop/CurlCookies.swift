#if os(Linux)
    internal import CRillCurl

    /// The in-memory cookie store that all exchanges of a loop share.
    ///
    /// It is used on the loop's thread only, and therefore needs no libcurl lock callbacks.
    final class CurlCookies {
        /// The libcurl share handle.
        let share: UnsafeMutableRawPointer

        /// Creates an empty cookie store, or returns `nil` if memory is exhausted.
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
