#!/usr/bin/env python3
"""
Verifies a proof, an exported log, or both, with Python 3.10 or newer and nothing else:

    python3 verify.py proof.json [receipt.json] [--key HEX] [--witness KEY] [--log FOLDER] [--up-to-date]
                      [--member ID --request ID]

Exit status: 0 verified (or sealed, not drawn yet), 1 it does not verify, 2 it cannot be read or the arguments are wrong,
3 arithmetic only: a document without a log, 4 not confirmed: a favour, a refund or a void that no quorum of witnesses has signed.
"""

import sys

if sys.version_info < (3, 10):
    sys.exit('verify.py needs Python 3.10 or newer')

from fairlot.program import main

if __name__ == '__main__':
    # a stock Python on some systems prints in an encoding that lacks the marks
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding='utf-8')
    sys.exit(main())
