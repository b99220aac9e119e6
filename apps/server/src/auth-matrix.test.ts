/**
 * Who may call what: every endpoint of the contract by everybody, over HTTP, against a table that is written by hand
 * (`testing/auth-table.ts`).
 */
import type { EndpointDefinition } from '@fairlot/contract/define'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import type { Code } from '@fairlot/contract/flags'
import type { Answer } from '@fairlot/contract/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COLUMNS, LETTERS, rowOf, TABLE, type Column } from './testing/auth-table.ts'
import { authWorld, trialsOf, type AuthWorld, type Trial } from './testing/auth-world.ts'
import { rawCall } from './testing/client.ts'
import { makeMember } from './testing/factories.ts'
import { breachesOf, defectsOf, stateOf } from './testing/fuzz-world.ts'
import { makeOperator, openOperatorSession } from './testing/operators.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world?.server.close())

const endpoints = Object.entries(ENDPOINTS) as [EndpointName, EndpointDefinition][]
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

const rowsOf = (auth: EndpointDefinition['auth']) =>
  endpoints
    .filter(([, endpoint]) => endpoint.auth === auth)
    .map(([name]) => ({ name, row: typeof TABLE[name] === 'string' ? TABLE[name] : TABLE[name][0] }))

describe('the table', () => {
  test('has a row of every endpoint, and no other', () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(names.toSorted())
  })

  test('says what was promised: members and operators have nothing in common, and exclusion stops spending alone', () => {
    const [anyone, optional, member, operator] = (['anyone', 'optional', 'member', 'operator'] as const).map(
      rowsOf,
    )
    expect(operator!.filter(({ row }) => !/^444444 .4 /.test(row))).toEqual([])
    expect(member!.filter(({ row }) => !/^44.* 44 444444$/.test(row))).toEqual([])
    const open = [...anyone!, ...optional!].filter(({ row }) => !/^(\++ \++ \++|r+ r+ r+)$/.test(row))
    expect(open).toEqual([])
    const column = (row: string, name: Column) => row.replaceAll(' ', '')[COLUMNS.indexOf(name)]
    for (const [who, letter] of [
      ['excluded', 'x'],
      ['closing', 'c'],
    ] as const) {
      const stopped = member!.filter(({ row }) => column(row, who) !== column(row, 'own'))
      expect(stopped.map(({ name, row }) => [name, column(row, who)])).toEqual([
        ['openRecharge', letter],
        ['buy', letter],
      ])
    }
  })

  test.each(names)('%s', async (name) => {
    const [row, refusal] = typeof TABLE[name] === 'string' ? [TABLE[name]] : TABLE[name]
    const expected = row.replaceAll(' ', '').split('')
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

test('several roles may what one of them may, and no more; a role that is lost is lost at once', async () => {
  const { server } = world
  const both = await makeOperator(server, ['content', 'support'])
  const { memberId } = await makeMember(server)
  const may = async (name: EndpointName, param: object = {}) =>
    letterOf(
      await rawCall(server.url, { path: ENDPOINTS[name].path, param, operator: both.session }),
      undefined,
    )
  expect([await may('memberShow', { id: memberId }), await may('settingList')]).toEqual(['+', '+'])
  expect([await may('houseList'), await may('staffList')]).toEqual(['-', '-'])
  await openOperatorSession(server, both.name, ['content'])
  expect([await may('memberShow', { id: memberId }), await may('settingList')]).toEqual(['-', '+'])
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
