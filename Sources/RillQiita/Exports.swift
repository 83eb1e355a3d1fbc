// Code that imports RillQiita can also use RillOAuth, RillHTTP, and Rill.
@_exported public import RillOAuth
