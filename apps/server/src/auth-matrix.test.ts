/**
 * Who may call what: every endpoint of the contract by everybody, over HTTP, against a table that is written by hand
 * (`testing/auth-table.ts`).
 */
import type { EndpointDefinition } from '@fairlot/contract/define'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import type { Code } from '@fairlot/contract/flags'
import type { Answer } from '@fairlot/contract/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COLUMNS, LETTERS, rowOf, TABLE } from './testing/auth-table.ts'
import { authWorld, trialsOf, type AuthWorld, type Trial } from './testing/auth-world.ts'
import { rawCall } from './testing/client.ts'
import { breachesOf, defectsOf, stateOf } from './testing/fuzz-world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world?.server.close())

const endpoints: [EndpointName, EndpointDefinition][] = Object.entries(ENDPOINTS) as never
const names = endpoints.map(([name]) => name)

function letterOf(answer: Answer, refusal: Code | undefined): string {
  if (answer.flag === 0) return '+'
  const { code } = answer.data
  if (code === refusal) return 'r'
  return Object.entries(LETTERS).find(([, known]) => known === code)?.[0] ?? '?'
}

/** Makes the calls one after the other. @returns letters by column, `?` where two ways end differently */
async function tried(
  trials: readonly Trial[],
  refusal: Code | undefined,
  said: string[],
): Promise<Map<string, string>> {
  const letters = new Map<string, string>()
  for (const { column, call } of trials) {
    const answer = await rawCall(world.server.url, call)
    const letter = letterOf(answer, refusal)
    if (letter === '?') said.push(`${column}: ${JSON.stringify(answer.data)}`)
    letters.set(column, (letters.get(column) ?? letter) === letter ? letter : '?')
  }
  return letters
}

describe('the table', () => {
  test('has a row of every endpoint, and no other', () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(names.toSorted())
  })

  test.each(names)('%s', async (name) => {
    const [row, refusal] = typeof TABLE[name] === 'string' ? [TABLE[name]] : TABLE[name]
    const expected = [...row.replaceAll(' ', '')]
    const turnedAway = new Set(COLUMNS.filter((_, n) => (expected[n] ?? '?') in LETTERS))
    const trials = await trialsOf(world, name)
    const said: string[] = []

    const before = await stateOf(world.server)
    const refused = await tried(
      trials.filter(({ column }) => turnedAway.has(column)),
      refusal,
      said,
    )
    expect(await stateOf(world.server)).toEqual(before)
    const rest = await tried(
      trials.filter(({ column }) => !turnedAway.has(column)),
      refusal,
      said,
    )
    const letters = COLUMNS.map((column) => refused.get(column) ?? rest.get(column) ?? '?')
    expect({ row: rowOf(letters), said }).toEqual({ row, said: [] })
  })

  test('after all of it the books are right, and nothing was a defect', async () => {
    expect(await breachesOf(world.server)).toEqual([])
    expect(defectsOf(world.server)).toEqual([])
  })
})

describe('the contract', () => {
  test("every operator's endpoint asks for a permission and lies under /operator/, and nothing else does but the log in", () => {
    for (const [name, { auth, permission, path }] of endpoints) {
      const below = path.startsWith('/operator/')
      expect({ name, permission: permission !== undefined, below }).toEqual({
        name,
        permission: auth === 'operator',
        below: auth === 'operator' || name === 'operatorLogin',
      })
    }
  })

  test('only log out, who am I and setting up may be called before that is done', () => {
    const early = endpoints.filter(([, { stage }]) => stage === 'setup').map(([name]) => name)
    expect(early).toEqual(['operatorLogout', 'operatorMe', 'operatorSetupBegin', 'operatorSetup'])
  })
})
