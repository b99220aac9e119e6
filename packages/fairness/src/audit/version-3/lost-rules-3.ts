/**
 * The draw of an issue or an event whose log was lost, by the seal of the lost log that a named witness signed in time. Opening and seal
 * are not in this log, so salt, digest and lines cannot be checked here: such a draw is always in the members' favour, and witnesses
 * compare it with the seal that they signed.
 */
import { MAX_PARTICIPANTS, readWinners } from '../../proof/event.ts'
import { readHash, U32 } from '../../proof/fields.ts'
import { DRAWN_ROUND_3, readDrawnRound3 } from '../../proof/version-3/seals.ts'
import { readInteger, readObject } from '../../read.ts'
import { type Place, roundMs } from '../issue-rules.ts'
import type { RawEntry } from '../read-entry.ts'
import { breach, type IssueRecord, reading } from '../types.ts'
import { checkSignatureOfLog } from './beacons.ts'
import type { Context } from './issue-rules-3.ts'

/** @returns null unless the entry draws something that this log, of version 3, names as lost and that has not ended in it */
export function drawLost(
  known: IssueRecord | undefined,
  subject: string,
  entry: RawEntry,
  place: Place,
  { frame, log }: Context,
): IssueRecord | null {
  if (known || !frame.rules || !frame.lost?.includes(subject)) return null
  const { index, what } = place
  const { t } = entry
  const result = t === 'issue-draw' ? 'code' : 'winners'
  const stated = reading('format', index, () => {
    const fields = ['t', t === 'issue-draw' ? 'issue' : 'event', ...DRAWN_ROUND_3, 'entropy', result, 'at']
    const draw = readObject(entry.fields, 'the draw', fields, ['favour'])
    readHash(draw['entropy'], 'entropy')
    if (result === 'code') readInteger(draw['code'], 'code', 1, U32)
    else readWinners(draw['winners'], 'winners', MAX_PARTICIPANTS)
    return readDrawnRound3(draw, 'witnessed')
  })
  if (!stated.favour) breach('draw', index, `draws ${what}, which was lost, and not in favour of its members`)
  if (stated.lines!.length > 0)
    breach(
      'favour',
      index,
      `draws ${what}, which was lost, with lines over a seal that this log does not have`,
    )
  const [round, beacon, signature] = [stated.round!, stated.beacon!, stated.signature!]
  if (entry.at < roundMs(round)) breach('draw', index, `is earlier than the publication of round ${round}`)
  checkSignatureOfLog(frame, log, { round, beacon, signature }, index)
  return { open: null, seals: [], draw: index, live: null, owed: { at: entry.at, orders: U32 } }
}
