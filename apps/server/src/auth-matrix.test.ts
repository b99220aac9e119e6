/** The authorization matrix: every kind of caller calls every endpoint over HTTP (`testing/wire/auth-table.ts`). */
import type { EndpointDefinition } from '@fairlot/contract/define'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import type { Code } from '@fairlot/contract/flags'
import type { Answer } from '@fairlot/contract/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COLUMNS, LETTERS, rowFor, rowOf, TABLE, type Column } from './testing/wire/auth-table.ts'
import { trialsOf, type Trial } from './testing/wire/auth-trials.ts'
import { authWorld, type AuthWorld } from './testing/wire/auth-world.ts'
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

/** Makes the calls one after the other. @returns letters by column; `?` where two ways have different results */
async function lettersOf(
  trials: readonly Trial[],
  refusal: Code | undefined,
  unexpected: string[],
): Promise<Map<string, string>> {
  const letters = new Map<string, string>()
  for (const { column, call } of trials) {
    const answer = await rawCall(world.server.url, call)
    const letter = letterOf(answer, refusal)
    if (letter === '?') unexpected.push(`${column}: ${JSON.stringify(answer.data)}`)
    letters.set(column, (letters.get(column) ?? letter) === letter ? letter : '?')
  }
  return letters
}

const rowsOf = (auth: EndpointDefinition['auth']) =>
  endpoints
    .filter(([, endpoint]) => endpoint.auth === auth)
    .map(([name]) => ({ name, row: rowFor(name).row }))

describe('the table', () => {
  test('has one row per endpoint', () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(names.toSorted())
  })

  test('gives members and operators no endpoint in common, and lets an exclusion refuse only spending, events, tasks and games of other sites', () => {
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
        ['prizeJoin', letter],
        ['openRecharge', letter],
        // saved money stays where it is until the account is closed
        ...(who === 'closing' ? [['piggyTransfer', letter]] : []),
        ['buy', letter],
        // rewards of tasks ask for more play
        ['taskClaim', letter],
        ['taskCheckIn', letter],
        ['gameBet', letter],
        // games of other sites are not offered during an exclusion
        ['gameWeb', letter],
        ['financeBuy', letter],
      ])
    }
  })

  test.each(names)('%s', async (name) => {
    const { row, letters: expected, refusal } = rowFor(name)
    const refusedColumns = new Set(COLUMNS.filter((_, n) => (expected[n] ?? '?') in LETTERS))
    const trials = await trialsOf(world, name)
    const unexpected: string[] = []

    // a call of the test before may have woken the draws, which work in the background
    await world.server.context.mall.draws.runDue()
    const before = await stateOf(world.server)
    const refused = await lettersOf(
      trials.filter(({ column }) => refusedColumns.has(column)),
      refusal,
      unexpected,
    )
    expect(await stateOf(world.server)).toEqual(before)
    const rest = await lettersOf(
      trials.filter(({ column }) => !refusedColumns.has(column)),
      refusal,
      unexpected,
    )
    const letters = COLUMNS.map((column) => refused.get(column) ?? rest.get(column) ?? '?')
    expect({ row: rowOf(letters), unexpected }).toEqual({ row, unexpected: [] })
  })

  test('leaves the books without a breach, and no call was a defect', async () => {
    expect(await breachesOf(world.server)).toEqual([])
    expect(defectsOf(world.server)).toEqual([])
  })
})

test('a second role adds its permissions, and removing a role takes effect on the next call', async () => {
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
  test('every endpoint of operators has a permission and a path under /operator/, and only the login has the path alone', () => {
    for (const [name, { auth, permission, path }] of endpoints) {
      const below = path.startsWith('/operator/')
      expect({ name, permission: permission !== undefined, below }).toEqual({
        name,
        permission: auth === 'operator',
        below: auth === 'operator' || name === 'operatorLogin',
      })
    }
  })

  test('before the account is set up an operator can only log out, read its account, and set up', () => {
    const early = endpoints.filter(([, { stage }]) => stage === 'setup').map(([name]) => name)
    expect(early).toEqual(['operatorLogout', 'operatorMe', 'operatorSetupBegin', 'operatorSetup'])
  })
})
