// Works with Azure Storage: `swift run azure-storage --help` tells more.
import Foundation
import ScriptSupport

Output.prepare()
