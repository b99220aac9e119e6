"""The command line on documents and logs of version 3 of a small house: python3 -m unittest test_program3"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

from house import MEMBER, House, Played, Subject, request_of
from test_documents3 import issue

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Program(unittest.TestCase):
    def run_program(self, document, *args):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in document.items():
                with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
                    json.dump(content, file)
            command = [sys.executable, '-B', '-X', 'utf8', os.path.join(FOLDER, 'verify.py'), *args]
            return subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding='utf-8')

    def test_the_status_of_a_favour_is_4_until_it_is_confirmed(self):
        subject = issue(lines=2).favour()
        said = self.run_program({'proof.json': subject.document()}, 'proof.json')
        self.assertEqual(said.returncode, 4, said.stdout + said.stderr)
        self.assertIn('Not confirmed: another history may exist.', said.stdout)
        self.assertIn('so the house alone may have chosen this winner', said.stdout)
        self.assertIn('w1.example 2027', said.stdout)
        self.assertIn('w4.example is silent', said.stdout)
        self.assertEqual(self.run_program({'proof.json': subject.document(4)}, 'proof.json').returncode, 0)

    def test_the_verdict_says_who_could_have_chosen(self):
        house = House()
        subject = Subject(house, 'witnessed').sell(10).close().witness(3).draw()
        files = {'proof.json': subject.document(), 'receipt.json': subject.receipt(1)}
        asked = ('--member', MEMBER.upper(), '--request', request_of(1))
        said = self.run_program(files, 'proof.json', 'receipt.json', *asked)
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
        self.assertIn('the house could choose only together with 2 of these 4 witnesses', said.stdout)
        self.assertIn("The receipt's state of the log was not compared with the whole log.", said.stdout)
        self.assertEqual(self.run_program(files, 'proof.json', '--member', MEMBER).returncode, 2)
        self.assertEqual(self.run_program(files, 'proof.json', '--up-to-date').returncode, 2)

    def test_the_whole_log_shows_the_root_of_a_receipt(self):
        subject = issue('salt')
        document, house = subject.document(), subject.house
        with tempfile.TemporaryDirectory() as folder:
            house.write(os.path.join(folder, 'log'))
            files, log = {'proof.json': document}, ('--log', os.path.join(folder, 'log'))
            for change, status in (
                ({}, 0), ({'logSize': len(house.entries) + 1}, 1), ({'logSize': 4, 'logRoot': '00' * 32}, 1),
            ):  # fmt: skip
                files['receipt.json'] = subject.receipt(2, **change)
                said = self.run_program(files, 'proof.json', 'receipt.json', *log)
                self.assertEqual(said.returncode, status, said.stdout + said.stderr)

    def test_a_log_shows_what_a_pinned_witness_did_not_sign(self):
        house = House()
        Subject(house, 'witnessed').sell(10).close().witness(3).draw()
        played = Played(house)
        played.round(1)
        Subject(house, 'witnessed', name='M1-0002').sell(10).close().witness(2).draw().favour()
        house.sign()
        with tempfile.TemporaryDirectory() as folder:
            house.write(os.path.join(folder, 'log'))
            log = ('--log', os.path.join(folder, 'log'), '--witness')
            said = self.run_program({}, *log, house.witnesses[0].text)
            self.assertEqual(said.returncode, 1)
            self.assertIn('M1-0002', said.stdout)
            self.assertNotIn('M1-0001', said.stdout)
            house.now += 1000
            house.add('funding', {'account': 'house', 'amount': '1', 'reference': 'x'})
            house.sign()
            house.cosign(1)
        with tempfile.TemporaryDirectory() as folder:
            house.write(os.path.join(folder, 'log'))
            log = ('--log', os.path.join(folder, 'log'), '--up-to-date', '--witness')
            said = self.run_program({}, *log, house.witnesses[0].text)
            self.assertEqual(said.returncode, 0, said.stdout)
            said = self.run_program({}, *log, house.witnesses[3].text)
            self.assertEqual(said.returncode, 1)
            self.assertIn('issue M1-0001', said.stdout)
            self.assertIn('has not signed the newest checkpoint', said.stdout)


if __name__ == '__main__':
    unittest.main()
