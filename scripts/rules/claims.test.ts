/**
 * The documents and the verifiers do not promise more than the rules of the log hold. The glossaries forbid the same
 * claims in the texts for members, in every language.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const files = [
  'README.md',
  'docs/*.md',
  'apps/member/README.md',
  'packages/fairness/python/**/*.{md,py}',
  'packages/fairness/{cli,src}/**/*.ts',
]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((file) => !file.endsWith('.test.ts'))

/** What is not true of log version 2, each with a sentence that says it. */
const CLAIMS: readonly (readonly [claim: RegExp, said: string])[] = [
  [/one honest witness/i, 'One honest witness is enough.'],
  [
    /\b(house|unless)\b[^.|;:]{0,40}\b(all|every) (the )?witness/i,
    'Nobody, unless the house and every witness work together.',
  ],
  [/the witnesses of its seal conspire/i, 'unless the house and the witnesses of its seal conspire'],
  [/nobody (can choose|could choose|chooses)/i, 'Nobody can choose an outcome.'],
  [/only with a second history/i, 'the house only with a second history of its log'],
  [/(is|was|were) sold (exactly )?once/i, 'each code of an issue is sold once'],
  [/cannot leave out a member who checks/i, 'the house cannot leave out a member who checks'],
]

/** A text without the breaks of its lines, also those in a comment. */
const inOneLine = (text: string): string => text.replaceAll(/\s*\n[ \t]*(\*|\/\/|#)?\s*/g, ' ')

const claimsIn = (text: string): string[] =>
  CLAIMS.flatMap(([claim]) => claim.exec(inOneLine(text))?.[0] ?? [])

test('no document and no verifier makes a claim that the rules of the log do not hold', () => {
  expect(files.length).toBeGreaterThan(100)
  const found = files.map((file) => [file, claimsIn(readFileSync(path.join(root, file), 'utf8'))])
  expect(found.filter(([, claims]) => claims!.length > 0)).toEqual([])
})

test('each claim is found, also across the end of a line', () => {
  for (const [, said] of CLAIMS) {
    expect(claimsIn(said), said).toHaveLength(1)
    expect(claimsIn(said.replace(/ (\w+)\W*$/, '\n * $1')), said).toHaveLength(1)
  }
})
