/** A mall with four played witnesses whose issues open under version 3, for tests of what their seals and draws wait for. */
import { randomUUID } from 'node:crypto'
import { fundHouse } from '../../ledger/index.ts'
import { releaseHold, witnessHold } from '../../fair/index.ts'
import { sealState, witnessedMallUnder, type PlayedWitness, type WitnessedMall } from './witnessed.fixture.ts'

/** Three of them are a quorum. */
const NAMES = ['alice', 'bob', 'carol', 'dave'] as const

export type VouchedMall = WitnessedMall & {
  witness(name: (typeof NAMES)[number]): PlayedWitness
  /** All witnesses behave well again, and nothing is held. */
  heal(): Promise<void>
  /** Moves to the round of the seal and past it, and runs what is due. */
  passRound(issueId: string, moreMs?: number): Promise<void>
  /** Releases the stop after failed witnesses, as two operators do. */
  release(): Promise<void>
  /** Puts money into the house account that covers draws in favour. */
  fund(amount: bigint): Promise<void>
  /** What the issue has bound; null: nothing. */
  bondOf(issueId: string): Promise<{ amount: bigint; isFree: boolean } | null>
  /** The entry of a kind about an issue. */
  entryOf<Entry>(number: string, kind: string): Promise<Entry | undefined>
}

export async function vouchedMall(guarantee = 10_000_000n): Promise<VouchedMall> {
  const world = await witnessedMallUnder(3, NAMES)
  const { db, owner } = world.mall
  const witness = (name: string) => world.witnesses[name]!
  const fund = (amount: bigint) =>
    db.tx((tx) => fundHouse(tx, { account: 'guarantee', amount, reference: randomUUID() })).then(() => undefined)
  if (guarantee > 0n) await fund(guarantee)
  async function release(): Promise<void> {
    if ((await witnessHold(db)) === null) return
    await db.tx(async (tx) => {
      await releaseHold(tx, await approved(owner))
    })
  }
  return {
    ...world,
    witness,
    fund,
    release,
    async heal() {
      for (const name of NAMES) {
        const { mode, dates, refuses } = { mode: 'well', dates: (at: number) => at, refuses: null } as const
        Object.assign(witness(name), { mode, dates, refuses })
      }
      await release()
      world.alarms.length = world.errors.length = 0
    },
    async passRound(issueId, moreMs = 1_000) {
      const { roundMs } = await sealState(world, issueId)
      await world.advance(roundMs - (await world.now()) + moreMs)
      await world.settle()
    },
    async bondOf(issueId) {
      const [bond] = await db.query<{ amount: bigint; isFree: boolean }>(
        'select amount, freed_at is not null as "isFree" from guarantee_bond where subject = $1',
        [issueId],
      )
      return bond ?? null
    },
    async entryOf<Entry>(number: string, kind: string) {
      const [row] = await db.query<{ said: Entry }>(
        'select bytes::jsonb as said from log_entry where subject = $1 and kind = $2',
        [number, kind],
      )
      return row?.said
    },
  }
}

/** An approved request of two operators for the release. */
async function approved(owner: VouchedMall['mall']['owner']): Promise<string> {
  const [id, one, other] = [randomUUID(), randomUUID(), randomUUID()]
  for (const operator of [one, other])
    await owner.query(OPERATOR, [operator, `op-${operator.slice(0, 8)}`])
  await owner.query(
    `insert into approval (approval_id, action, params, reason, requested_by, requested_at, expires_at, state, decided_by, decided_at)
     values ($1, 'witnesses.release', '{}', 'the witnesses sign again', $2, business_now(), business_now() + interval '1 day', 'approved', $3, business_now())`,
    [id, one, other],
  )
  return id
}

const OPERATOR = `insert into operator (operator_id, name) values ($1, $2)`
