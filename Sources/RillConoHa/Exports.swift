// Code that imports RillConoHa can also use RillHTTP and Rill.
@_exported public import RillHTTP
