"""
Verifies many documents in one process, for the tests: reads a JSON list of cases from standard input and prints a JSON list
of their results. A case is {"proof": text, "receipt": text?, "key": hex?, "witness": key?, "member": id?, "request": id?} or
{"log": folder, "key": hex?, "witness": key?, "upToDate": true?}.
"""

import json
import sys

from fairlot.program import audit_result, verify_result

cases = json.load(sys.stdin)
json.dump([audit_result(case) if 'log' in case else verify_result(case) for case in cases], sys.stdout)
