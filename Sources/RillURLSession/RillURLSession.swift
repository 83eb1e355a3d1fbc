// `URLSessionTransport` is a part of `RillHTTP` on Apple platforms. This library has something of its own on Linux alone,
// and exists here so that the same manifest and the same imports do for both.
@_exported public import struct RillHTTP.URLSessionTransport
