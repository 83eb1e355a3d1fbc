// Code that imports RillURLSession can also use the streams of Rill and the types of messages.
@_exported public import Rill
@_exported public import RillHTTPTypes
