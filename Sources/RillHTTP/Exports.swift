// Code that imports RillHTTP can also use the streams of Rill.
@_exported public import Rill
