// Tests that import RillHTTPTesting can also use RillHTTP, RillTesting and Rill.
@_exported public import RillHTTP
@_exported public import RillTesting
