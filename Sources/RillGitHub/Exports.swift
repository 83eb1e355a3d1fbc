// Code that imports RillGitHub can also use RillHTTP and Rill.
@_exported public import RillHTTP
