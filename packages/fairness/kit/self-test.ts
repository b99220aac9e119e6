/**
 * `npm run verify -- --self-test [FOLDER]` runs the "break it" kit: hundreds of altered proofs, receipts and exports and of
 * absurd logs, each with the step or the rule that must fail. With a folder, it also writes all cases there, so that a
 * verifier in another language can run them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kitCases } from './cases.ts'
import type { KitCase } from './kit-case.ts'
import { runCase, writeCase } from './run-kit.ts'

/** @returns the exit status: 0 when every case got the expected answer */
export function selfTest(
  folder: string | undefined,
  print: (line: string) => void,
  cases: readonly KitCase[] = kitCases(),
): number {
  const scratch = mkdtempSync(join(tmpdir(), 'fairlot-kit-'))
  const answers = new Map<string, number>()
  let wrong = 0
  try {
    cases.forEach((kit, n) => {
      if (folder !== undefined) writeCase(join(folder, String(n + 1).padStart(4, '0')), kit)
      const answer = runCase(kit, scratch)
      if (answer === kit.expected) answers.set(answer, (answers.get(answer) ?? 0) + 1)
      else {
        wrong++
        print(`✗ ${kit.name}: ${answer}, not ${kit.expected}`)
      }
    })
  } finally {
    rmSync(scratch, { recursive: true })
  }
  for (const [answer, count] of [...answers].toSorted(([, a], [, b]) => b - a)) {
    print(`${String(count).padStart(5)} ${PASSING.has(answer) ? 'are' : 'fail with'} ${answer}`)
  }
  if (folder !== undefined) print(`The cases are in ${folder}.`)
  print(`${cases.length} cases: ${cases.length - wrong} as expected, ${wrong} not.`)
  return wrong === 0 ? 0 : 1
}

const PASSING = new Set(['verified', 'sealed', 'unconfirmed', 'arithmetic'])
