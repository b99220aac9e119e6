/** Prize-share events on a fresh database: for tests of their steps and their money. */
import { auditLog, type AuditCounts } from '@fairlot/fairness/audit'
import { randomUUID } from 'node:crypto'
import { createDb, MS, type Db } from '../../../platform/db.ts'
import { strictDb } from '../../../testing/strict-db.ts'
import { systemClock } from '../../../platform/clock.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { systemRandom } from '../../../platform/random.ts'
import { failing } from '../../../testing/planted.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { testMembers } from '../../../testing/mall.ts'
import {
  createBeacons,
  createLogWriter,
  createSalts,
  createTagKeys,
  localBeacon,
  NO_WITNESSES,
} from '../../fair/index.ts'
import { balances, fundHouse, houseAccounts } from '../../ledger/index.ts'
import { joinTeams } from '../referral/teams/relations.ts'
import {
  createEventsLoop,
  type EventChange,
  type EventsLoop,
  type EventsLoopOptions,
} from './steps/events.jobs.ts'
import type { EventProofOptions } from './proof/event-proof-parts.ts'
import { proofOfEvent } from './proof/event-proof.ts'
import { findEvent, type Event } from './event-terms.ts'
import { eventChecks } from './events.checks.ts'
import { joinEvent, type EventEntry } from './join.ts'
import { makeEvent, type NewEvent } from './steps/open-event.ts'

export const MARKETING = 10_000_0000n
export const POOL = 1_000_0000n
export const TOP_UP = 100_0000n

export type EventsOptions = EventsLoopOptions &
  EventProofOptions & { tagKeys: ReturnType<typeof createTagKeys> }

export type EventWorld = {
  database: TestDatabase
  db: Db
  owner: Db
  options: EventsOptions
  loop: EventsLoop
  changes: EventChange[]
  /** error messages that the loop logged */
  errors: string[]
  now(): Promise<number>
  /** Makes an event; by default it opens at once, has a pool of 1,000 for two winners, and ends in a day. */
  open(changes?: Partial<NewEvent>): Promise<Event>
  event(number: string): Promise<Event>
  members(count: number): Promise<string[]>
  /** Gives a member friends who registered now and topped up. */
  friends(inviter: string, count?: number, amount?: bigint): Promise<string[]>
  /** Gives the money of these friends back to its source. */
  takeBack(friends: readonly string[]): Promise<void>
  /** Members who may join. */
  entitled(count: number): Promise<string[]>
  join(member: string, number: string, requestId?: string): Promise<EventEntry>
  /** Moves business time on. */
  pass(ms: number): Promise<void>
  /** Lets the deadline of a day and the draw pass, with all their steps. */
  end(): Promise<void>
  balance(member: string): Promise<bigint>
  marketing(): Promise<bigint>
  /** titles of the checks that find a breach */
  broken(): Promise<string[]>
  proof(number: string): ReturnType<typeof proofOfEvent>
  /** Audits the whole log. @returns its counts; throws what it finds wrong */
  audit(): Promise<AuditCounts>
  close(): Promise<void>
}

const REGISTER = `
  update member set inviter_id = $2, created_at = business_now() where member_id = any($1::uuid[])`

/** As a company credits them: payment, notice, credit. */
export const TOP_UPS = [
  `insert into recharge (member_id, recharge_id, number, request_id, input_hash, method, provider, amount, currency, state, payment_id,
     created_at, expires_at, finished_at, play_percent, kind, credited)
   select id, id, 'R' || upper(substring(translate(md5(id::text), 'ilou', 'abcd') for 12)), gen_random_uuid(), sha256('x'),
     (select method from recharge_method where kind = 'sandbox' limit 1), 'test', $2, 'VND', 'success', id::text, business_now(),
     business_now() + interval '1 hour', business_now(), 100, 'sandbox', $2
   from unnest($1::uuid[]) as m(id)`,
  `insert into provider_payment (provider, payment_id, member_id, recharge_id, created_at)
   select 'test', id::text, id, id, business_now() from unnest($1::uuid[]) as m(id) where $2::bigint > 0`,
  `insert into provider_event (provider, event_id, payment_id, type, amount, currency, outcome, body, received_at)
   select 'test', id::text, id::text, 'paid', $2, 'VND', 'credited', '{}', business_now() from unnest($1::uuid[]) as m(id)`,
  `insert into recharge_credit (member_id, recharge_id, seq, ref, amount, provider, event_id, at)
   select id, id, 1, id, $2, 'test', id::text, business_now() from unnest($1::uuid[]) as m(id)`,
]

/** The money of these friends goes back to its source. */
export const TAKE_BACK = [
  `insert into payout_account (member_id, account_id, request_id, input_hash, kind, sealed, key_id, fingerprint, masked, created_at, usable_from,
     first_at)
   select id, id, id, sha256('x'), 'trc20', 'x', '', sha256('x'), '', now(), now(), now() from unnest($1::uuid[]) as m(id)`,
  `insert into withdrawal (member_id, withdrawal_id, number, request_id, input_hash, account_id, amount, fee, fee_rate, approvals_needed,
     state, stage, reference, created_at, finished_at, recharge_id)
   select r.member_id, r.member_id, 'W' || upper(substring(translate(md5(r.member_id::text), 'ilou', 'abcd') for 12)), r.member_id, sha256('x'),
     r.member_id, r.credited, 0, 0, 1, 'success', null, r.member_id::text, business_now(), business_now(), r.recharge_id
   from recharge r where r.member_id = any($1::uuid[]) and r.credited > 0`,
  `update recharge set returned = credited where member_id = any($1::uuid[])`,
]

const ENTRIES = 'select bytes from log_entry order by log, index'
const NOTES = `
  select c.note, coalesce((select array_agg(line order by witness, signed_at) from log_cosignature s where s.size = c.size), '{}') as cosignatures
  from log_checkpoint c order by c.size`

export async function eventWorld(overrides: Partial<EventsLoopOptions> = {}): Promise<EventWorld> {
  const database = await testDatabase()
  const db = strictDb(database.appUrl)
  const owner = createDb(database.ownerUrl, { max: 2 })
  const now = async () => {
    const [row] = await db.query<{ now: number }>(`select ${MS('business_now()')}::float8 as now`)
    return Math.floor(row!.now)
  }
  const changes: EventChange[] = []
  const errors: string[] = []
  const options: EventsOptions = {
    db,
    clock: systemClock,
    random: systemRandom,
    salts: createSalts([{ id: 'test', key: new Uint8Array(32).fill(9) }], systemRandom),
    tagKeys: createTagKeys(new Uint8Array(32).fill(7)),
    beacons: createBeacons(localBeacon('11'.repeat(32), now)),
    writer: createLogWriter({ deployment: 'test', seed: '5c'.repeat(32) }),
    utcOffset: 0,
    drawDelay: 30,
    witnessedDelay: () => 60,
    witnesses: [],
    moneyMode: 'sandbox' as const,
    askWitnesses: NO_WITNESSES,
    witnessPatienceMs: () => 15 * MINUTE_MS,
    isOn: () => true,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error(fields: { err?: unknown }) {
        const { err } = fields
        if (!('alarm' in fields)) errors.push(err instanceof Error ? err.message : String(err))
      },
    },
    onChange: (change: EventChange) => changes.push(change),
    ...overrides,
  }
  const loop = createEventsLoop(options)
  await options.writer.begin(db)
  await db.tx((tx) => fundHouse(tx, { account: 'marketing', amount: MARKETING, reference: 'test' }))
  const pass = async (ms: number) => {
    await database.advanceClock(ms)
  }
  const world: EventWorld = {
    database,
    db,
    owner,
    options,
    loop,
    changes,
    errors,
    now,
    pass,
    async open(given = {}) {
      const deadlineMs = (await now()) + DAY_MS
      const event: NewEvent = {
        titles: [{ language: 'en-us', title: 'Share the pool' }],
        pool: POOL,
        winners: 2,
        friends: 3,
        topUp: TOP_UP,
        opensMs: null,
        deadlineMs,
        grade: 'beacon',
        ...given,
      }
      return db.tx((tx) => makeEvent(tx, world.options, event))
    },
    async event(number) {
      const found = await findEvent(db, number)
      if (!found) throw new Error(`there is no event ${number}`)
      return found
    },
    members: (count) => testMembers({ db, owner }, count, 0n),
    async friends(inviter, count = 3, amount = TOP_UP) {
      const ids = await testMembers({ db, owner }, count, 0n)
      await owner.query(REGISTER, [ids, inviter])
      await db.tx(async (tx) => {
        for (const memberId of ids) await joinTeams(tx, { memberId, inviterId: inviter })
      })
      if (amount > 0n) for (const text of TOP_UPS) await owner.query(text, [ids, amount])
      return ids
    },
    async takeBack(friends) {
      for (const text of TAKE_BACK) await owner.query(text, [friends])
    },
    async entitled(count) {
      const ids = await world.members(count)
      for (const id of ids) await world.friends(id)
      return ids
    },
    join: (memberId, number, requestId = randomUUID()) => joinEvent(options, { memberId, number, requestId }),
    async end() {
      await pass(DAY_MS + 1_000)
      await loop.runDue()
      await pass(40_000)
      await loop.runDue()
    },
    balance: async (member) => (await balances(db, member)).balance,
    marketing: async () => (await houseAccounts(db)).find(({ name }) => name === 'marketing')!.balance,
    broken: () => failing(owner, eventChecks),
    proof: (number) => proofOfEvent(options, number),
    async audit() {
      await options.writer.flush(db, { checkpoint: true })
      const entries = (await db.query<{ bytes: string }>(ENTRIES)).map(({ bytes }) => bytes)
      const checkpoints = await db.query<{ note: string; cosignatures: string[] }>(NOTES)
      const { publicKey } = options.writer
      return auditLog({ deployment: 'test', publicKey, entries, checkpoints }).counts
    },
    async close() {
      await loop.stop()
      await db.close()
      await owner.close()
      await database.drop()
    },
  }
  return world
}
