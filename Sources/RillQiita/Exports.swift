// Code that imports RillQiita can also use RillHTTP and Rill.
@_exported public import RillHTTP
