// Tests that import RillXCTest can also use RillTesting and Rill.
@_exported public import RillTesting
