/** A mall with four played witnesses whose issues open under version 3, for tests of what their seals and draws wait for. */
import { randomUUID } from 'node:crypto'
import { fundHouse } from '../../ledger/index.ts'
import { latestCheckpoint } from '../../fair/index.ts'
import {
  makeWell,
  releaseWitnessed,
  type PlayedWitness,
} from '../../fair/witnesses/played-witnesses.fixture.ts'
import { sealState, witnessedMallUnder, type WitnessedMall } from './witnessed.fixture.ts'

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
  /** From now on these witnesses sign what they have signed, and nothing new. */
  refuseNews(...refusing: (typeof NAMES)[number][]): Promise<void>
  /** The entry of a kind about an issue. */
  entryOf<Entry>(number: string, kind: string): Promise<Entry | undefined>
}

export async function vouchedMall(guarantee = 10_000_000n): Promise<VouchedMall> {
  const world = await witnessedMallUnder(3, NAMES)
  const { db, owner } = world.mall
  const witness = (name: string) => world.witnesses[name]!
  const fund = (amount: bigint) =>
    db
      .tx((tx) => fundHouse(tx, { account: 'guarantee', amount, reference: randomUUID() }))
      .then(() => undefined)
  if (guarantee > 0n) await fund(guarantee)
  const release = () => releaseWitnessed(db, owner)
  return {
    ...world,
    witness,
    fund,
    release,
    async heal() {
      for (const name of NAMES) makeWell(witness(name))
      await release()
      world.alarms.length = world.errors.length = 0
    },
    async refuseNews(...refusing) {
      const { size } = (await latestCheckpoint(db))!
      for (const name of refusing) witness(name).refuses = (shown) => (shown > size ? 'rules: no' : null)
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
      await world.options.writer.flush(db)
      const [row] = await db.query<{ said: Entry }>(
        'select bytes::jsonb as said from log_entry where subject = $1 and kind = $2',
        [number, kind],
      )
      return row?.said
    },
  }
}
