/**
 * A dishonest house with the owner's rights over two copies of the database of a real server, against real witness programs and what
 * readers check by default. `packages/fairness/cli/witness/fork.test.ts` plays all forks of a log; this one shows that server and
 * database add no way around it.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultQuorum, together } from '@fairlot/fairness/quorum'
import { judge } from '@fairlot/fairness/testing/house-choices'
import { isSoak } from '@fairlot/fairness/testing/rounds.fixture'
import { verifyProof } from '@fairlot/fairness/verify'
import { afterAll, expect, test } from 'vitest'
import { exportLog } from './modules/fair/index.ts'
import {
  ForkedHouse,
  unsoldIssue,
  type Chosen,
  type Seen,
  type Unsold,
} from './testing/lived/forked-house.ts'

const PROGRAM = fileURLToPath(new URL('../../../packages/fairness/cli/verify.ts', import.meta.url))
/** of the program: verified, and not confirmed */
const STATUS = { kept: 0, paid: 0, unconfirmed: 4 } as const
type Answer = keyof typeof STATUS

const known = new Map<number, Promise<Unsold>>()
afterAll(async () => {
  for (const unsold of known.values()) await (await unsold).house.close()
})

function unsoldWith(witnesses: number): Promise<Unsold> {
  const found = known.get(witnesses) ?? unsoldIssue(witnesses)
  known.set(witnesses, found)
  return found
}

/** The status of the program on the document, with the whole log of the copy. */
async function programSays({ house, document }: Chosen): Promise<number | null> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fairlot-forked-'))
  try {
    const file = path.join(folder, 'proof.json')
    const log = path.join(folder, 'log')
    writeFileSync(file, JSON.stringify(document))
    await exportLog(house.db, log, house.options.writer)
    return spawnSync(process.execPath, [PROGRAM, file, '--log', log]).status
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What the page's check says: the house kept the money, or paid everybody, or nothing is confirmed. */
function pageSays({ document }: Chosen): string {
  const { verdict } = verifyProof(document)
  return verdict !== 'verified' ? verdict : document.result.favour ? 'paid' : 'kept'
}

/** `chooses`: it keeps the money with one winner, and could have shown the other one */
type Plan = readonly [witnesses: number, dishonest: number, seen: readonly Seen[], chooses: boolean]

/** At each number of witnesses, the most dishonest ones that are too few, and the least that are enough. */
const PLANS: readonly Plan[] = [
  [2, 1, [0], false],
  [4, 1, [0, 0, 1], false],
  [4, 2, [0, 1], true],
]
const MORE: readonly Plan[] = [
  [1, 0, [0], false],
  [1, 1, [], true],
  [2, 2, [], true],
  [3, 2, [0], false],
  [3, 3, [], true],
  [4, 2, [0, 0], false],
  [4, 3, [null], true],
]

test.each(isSoak ? [...PLANS, ...MORE] : PLANS)(
  'with %i witnesses, %i of them its own, a house that runs two copies keeps the money with a winner of its choice only if its page said so',
  async (witnesses, dishonest, seen, chooses) => {
    const unsold = await unsoldWith(witnesses)
    const quorum = defaultQuorum(witnesses)
    const x = together(witnesses, quorum)
    // printed before anybody bought a share
    expect(unsold.said).toEqual({ together: x, of: witnesses })
    const fork = await ForkedHouse.play(unsold, dishonest, seen)
    try {
      const ends = [await fork.choose(0), await fork.choose(1)]
      expect(ends[0]!.round).not.toBe(ends[1]!.round)
      const shown = [0, 1].map((copy) => seen.filter((one) => one === copy).length)
      const expected = shown.map((_, copy): Answer => {
        const { mayKeep, isConfirmed } = judge({ witnesses, quorum, dishonest }, shown, copy)
        return mayKeep ? 'kept' : isConfirmed ? 'paid' : 'unconfirmed'
      })
      expect(ends.map(pageSays)).toEqual(expected)
      for (const [copy, end] of ends.entries()) expect(await programSays(end)).toBe(STATUS[expected[copy]!])
      expect(expected.includes('kept') && !expected.includes('unconfirmed')).toBe(chooses)
      if (chooses) expect(dishonest).toBeGreaterThanOrEqual(x)
    } finally {
      await fork.close()
    }
  },
)
