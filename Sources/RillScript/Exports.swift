/// The streams of Rill, which programs that import `RillScript` use.
@_exported public import Rill
