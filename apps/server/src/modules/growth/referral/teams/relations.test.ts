import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, type Db } from '../../../../platform/db.ts'
import { systemClock } from '../../../../platform/clock.ts'
import { systemRandom } from '../../../../platform/random.ts'
import { testDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { failing } from '../../../../testing/planted.ts'
import { addMember } from '../../../identity/members.ts'
import { openWallet } from '../../../ledger/index.ts'
import { referralChecks } from '../referral.checks.ts'
import { joinTeams, noteShare, qualifiedFriends } from './relations.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = createDb(database.appUrl)
})
afterAll(async () => {
  expect(await failing(db, referralChecks)).toEqual([])
  await db.close()
  await database.drop()
})

let phones = 0
const register = (inviterId: string | null) =>
  db.tx((tx) =>
    addMember(
      {
        clock: systemClock,
        random: systemRandom,
        onRegistered: [
          (at, { memberId }) => openWallet(at, memberId),
          async (at, member) => void (await joinTeams(at, member)),
        ],
      },
      tx,
      {
        phone: `+88017000${String(++phones).padStart(5, '0')}`,
        passwordHash: '$argon2id$',
        inviterId,
        termsVersion: '1',
        declaredAge: 18,
      },
    ),
  )
const sizes = async (member: string) =>
  (await db.query('select direct, indirect from team_total where member_id = $1', [member]))[0]

const invitersOf = (friend: string) =>
  db.query(
    'select member_id as member, level, standing from team_member where friend_id = $1 order by level',
    [friend],
  )

test('a registration grows the teams of two inviters, and not of a third', async () => {
  const first = await register(null)
  const second = await register(first)
  const third = await register(second)
  const fourth = await register(third)
  expect(await sizes(first)).toEqual({ direct: 1, indirect: 1 })
  expect(await sizes(second)).toEqual({ direct: 1, indirect: 1 })
  expect(await sizes(third)).toEqual({ direct: 1, indirect: 0 })
  expect(await sizes(fourth)).toBeUndefined()
  expect(await invitersOf(fourth)).toEqual([
    { member: third, level: 1, standing: 'clear' },
    { member: second, level: 2, standing: 'clear' },
  ])
  expect(await qualifiedFriends(db, first)).toBe(0)
})

test('twenty friends who register at once are all counted', async () => {
  const inviter = await register(null)
  await Promise.all(Array.from({ length: 20 }, () => register(inviter)))
  expect(await sizes(inviter)).toEqual({ direct: 20, indirect: 0 })
})

test('a relation is written once, and an unknown inviter has no team', async () => {
  const inviter = await register(null)
  const friend = await register(inviter)
  await db.tx((tx) => joinTeams(tx, { memberId: friend, inviterId: inviter }))
  expect(await sizes(inviter)).toEqual({ direct: 1, indirect: 0 })
  expect(await invitersOf(randomUUID())).toEqual([])
})

test('a share is noted once a day', async () => {
  const member = await register(null)
  await noteShare(db, member, 0)
  await noteShare(db, member, 0)
  expect(
    await db.query(
      `select period_start('day', at, 0) = day as today from share_day cross join business_clock where member_id = $1`,
      [member],
    ),
  ).toEqual([{ today: true }])
})
