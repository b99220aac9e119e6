/**
 * The draw of a witnessed issue of version 3. The round of its seal is final. With the lines of a quorum the draw counts as it is. When
 * the round passes without them, nothing witnessed is sealed until two operators have released it, and the server asks the
 * witnesses for the lines that they keep. When these do not come either, the draw is in the members' favour.
 */
import { roundTimeMs } from '@fairlot/fairness/beacon'
import {
  hasLostSeal,
  holdWitnessed,
  sealIndex,
  vouchingFor,
  wasHeldSince,
  type Vouching3,
  type WitnessAlarm,
} from '../../fair/index.ts'
import { drawIssue, type DrawAnswer } from '../draws/draw.ts'
import { readUndrawn, type UndrawnIssue } from './vouched-draws.queries.ts'
import type { WitnessingOptions } from './witnessing.ts'

/** The new log cannot show who signed the seal of a lost one. */
const BY_LOST_SEAL = { lines: [], favour: true, isLost: true } as const

/** `held`: the stop after failed witnesses began. `drawn`: the issue was drawn in the members' favour. */
export type VouchingStep = 'held' | 'drawn' | 'nothing'

export type VouchedDraws = {
  /** Draws a sealed issue for which a quorum vouches; it waits without. Null: it is not such an issue. */
  draw(issueId: string): Promise<DrawAnswer | null>
  /** Attends to an issue whose round has passed without a quorum of lines. */
  attend(issueId: string): Promise<VouchingStep>
}

type Look = { issueId: string; issue: UndrawnIssue; roundMs: number; vouching: Vouching3 }

export function createVouchedDraws(options: WitnessingOptions, alarm: WitnessAlarm): VouchedDraws {
  const { db, beacons, askWitnesses, witnessPatienceMs } = options
  /** when this process began to ask the witnesses of an issue: after a stop it has not asked them yet */
  const askedSince = new Map<string, number>()

  /** The time that counts for the patience. */
  function askedUntil(issueId: string, roundMs: number, settledMs: number): number {
    if (settledMs < roundMs) return settledMs
    const since = askedSince.get(issueId) ?? settledMs
    askedSince.set(issueId, since)
    return roundMs + settledMs - since
  }

  /** Null: the issue does not wait for such a draw. */
  async function look(issueId: string): Promise<Look | null> {
    const issue = await readUndrawn(db, issueId)
    if (!issue) askedSince.delete(issueId)
    const index = issue && (await sealIndex(db, issue.number, 1))
    if (!issue || typeof index !== 'number') return null
    const { witnesses, quorum, chain, round } = issue
    const roundMs = roundTimeMs(Number(round), beacons.of(chain).chain)
    const nowMs = askedUntil(issueId, roundMs, Number(issue.settledMs))
    const seal = { index, roundMs, witnesses, quorum }
    const patienceMs = witnessPatienceMs()
    const vouching = await vouchingFor(db, askWitnesses, seal, { nowMs, patienceMs })
    return { issueId, issue, roundMs, vouching }
  }

  async function drawn({ issueId, issue, vouching }: Look): Promise<DrawAnswer> {
    const vouched = { lines: vouching.lines.notes, favour: vouching.state === 'favour' }
    const answer = await drawIssue(options, issueId, vouched)
    if (answer === 'drawn') alarm.ended(issueId, issue.number)
    return answer
  }

  return {
    async draw(issueId) {
      if (await hasLostSeal(db, issueId)) return drawIssue(options, issueId, BY_LOST_SEAL)
      const looked = await look(issueId)
      if (!looked) return null
      return looked.vouching.state === 'quorum' ? drawn(looked) : 'waiting'
    },
    async attend(issueId) {
      const looked = await look(issueId)
      if (!looked || looked.vouching.state === 'quorum') return 'nothing'
      const { issue, roundMs, vouching } = looked
      const lateMs = Number(issue.nowMs) - roundMs
      if (lateMs < 0) return 'nothing'
      alarm.waits(issueId, issue.number, lateMs, 'too few of its witnesses signed its seal in time')
      const began = await beginHold(options, looked)
      if (vouching.state === 'favour' && (await drawn(looked)) === 'drawn') return 'drawn'
      return began ? 'held' : 'nothing'
    },
  }
}

/** Begins the stop, unless one is open or ended after this round: then operators have known of it. @returns whether it began */
async function beginHold({ db, writer, log }: WitnessingOptions, { issue, roundMs }: Look): Promise<boolean> {
  if (await wasHeldSince(db, roundMs)) return false
  const began = await db.tx(async (tx) => {
    // seals look for it under the same lock
    await writer.hold(tx)
    if (await wasHeldSince(tx, roundMs)) return false
    await holdWitnessed(tx, issue.number)
    return true
  })
  if (began)
    log.error(
      { alarm: 'witness', issue: issue.number },
      'too few witnesses signed a seal in time; nothing witnessed is sealed until two operators release it',
    )
  return began
}
