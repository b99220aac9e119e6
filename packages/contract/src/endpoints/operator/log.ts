/** The transparency log as operators see it, and its recovery. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { count, empty, hex, issueNumber, requestId, time } from '../../schemas.ts'
import { STANDINGS } from '../../standing.ts'
import { change } from './approvals.ts'
import { reason } from './fields.ts'
import { shownQuorum, shownWitnesses } from './witnesses.ts'

export const logShow = endpoint({
  path: '/operator/logshow',
  summary:
    'Show whether the server may write the transparency log, and if not, why; its witnesses, the issues that wait for them, and entries that the log refused',
  auth: 'operator',
  permission: 'golive.read',
  input: empty,
  output: z.object({
    standing: z.enum(STANDINGS),
    /** in English; null while the log is sound */
    reason: z.nullable(z.string()),
    /** the key of the current log in the text form of signed notes, which each witness needs */
    noteKey: z.string(),
    /** what this server or a witness has seen last; null when nothing is known, and while the log is sound */
    known: z.nullable(z.object({ log: z.string(), size: count, root: z.nullable(hex(32)) })),
    /** what the database holds; null while the log is sound */
    own: z.nullable(z.object({ log: z.string(), size: count })),
    witnesses: shownWitnesses,
    quorum: shownQuorum,
    /** what witnesses report about this log, which breaks none of its rules, at most 50 of each */
    reports: z.array(
      z.object({
        witness: z.string(),
        kind: z.enum(['late', 'overdue', 'loss', 'history']),
        log: z.string(),
        /** in English */
        what: z.string(),
        at: time,
      }),
    ),
    /** the draw whose witnesses did not sign in time, since when nothing witnessed is sealed; null: nothing is stopped */
    hold: z.nullable(z.object({ subject: z.string(), since: time })),
    /** witnessed issues that are sold out and wait for their seal, or sealed and too few witnesses have signed, the oldest first, at most 100 */
    waiting: z.array(
      z.object({
        issue: issueNumber,
        /** 0: not sealed */
        attempt: count,
        /** what it waits for, in English */
        why: z.string(),
        soldOutAt: time,
      }),
    ),
    /** public beacons that are declared dead and have published no later round since */
    deadBeacons: z.array(z.object({ chain: hex(32), lastRound: count, at: time })),
    /**
     * what witnesses served as seals of a lost log that they keep, and the server refused: nothing is drawn by them. The newest first, at
     * most 20
     */
    refusedSeals: z.array(
      z.object({
        witness: z.string(),
        log: z.string(),
        /** `issue …`, `event …` */
        subject: z.string(),
        /** in English */
        why: z.string(),
        at: time,
      }),
    ),
    /** entries that the log did not take, the newest first, at most 20; nothing that depends on them happened */
    refusals: z.array(
      z.object({
        kind: z.string(),
        /** number of an issue, id of a chain, name of a round or an event; null for other kinds */
        subject: z.nullable(z.string()),
        /** in English */
        why: z.string(),
        /** how often it was refused */
        times: count,
        /** the last time; null for entries that waited in the queue */
        at: z.nullable(time),
      }),
    ),
  }),
  errors: [],
})

export const logRecover = endpoint({
  path: '/operator/logrecover',
  summary:
    'Request a new log after a loss; when a second owner approves it, every open or sealed issue is refunded, or drawn by a seal that a witness signed in time',
  auth: 'operator',
  permission: 'log.recover',
  input: z.strictObject({
    /** entries of the lost log that witnesses have signed, where that is more than this server has seen */
    size: z.optional(z.int().check(z.minimum(1))),
    /** names of witnesses that cannot be asked what they signed */
    without: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(32))),
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'NOTHING_TO_RECOVER', 'WITNESS_SILENT', 'STATE_NOT_NAMED'],
})

export const witnessesRelease = endpoint({
  path: '/operator/witnessesrelease',
  summary:
    'Request that witnessed draws are sealed again after the witnesses of one did not sign in time; a second owner approves it',
  auth: 'operator',
  permission: 'log.recover',
  input: z.strictObject({ reason, requestId }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'NOTHING_TO_RELEASE'],
})

export const beaconDead = endpoint({
  path: '/operator/beacondead',
  summary:
    'Request that a public beacon is declared dead for good; when a second owner approves it, the log says so, and what no round can decide is refunded 30 days later',
  auth: 'operator',
  permission: 'log.recover',
  input: z.strictObject({
    /** hash of the beacon's chain */
    chain: hex(32),
    /** the last round that the beacon published */
    lastRound: z.int().check(z.minimum(1)),
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'NO_PUBLIC_BEACON', 'BEACON_DEAD', 'ROUND_NOT_LAST'],
})
