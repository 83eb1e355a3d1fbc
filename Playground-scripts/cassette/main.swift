// Lists, redacts, splits, and checks HAR files. See `swift run cassette --help`.
import RillScript

var command = Command(
    "cassette", "Lists, redacts, splits, and checks HAR files with recorded HTTP exchanges.",
    discussion: """
        Reads the files of CassetteTransport, of browsers, and of other tools. A written file contains only the fields that \
        cassettes use.

        The output contains no secrets. Exits with status 1 if check finds a problem.
        """)
let arguments = Arguments(&command)
await command.run { try Script.run(arguments) }
