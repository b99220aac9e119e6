/** What the house stated about its solvency, and the proof of a member's own balance. */
import * as z from 'zod/mini'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import { inclusionParts } from '@fairlot/fairness/log-tree'
import { cursorTime, decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Executor } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { mostVouched } from '../witnesses/lines.ts'
import { entriesFrom, firstCovering, pathsOf } from '../log/log.reads.ts'
import type { LogWriter } from '../log/log-writer.ts'
import { amountOf, inclusionOf } from './inclusion.ts'
import { statedDay, statedDays, type StatedDay } from './solvency.queries.ts'

export type SolvencyReads = 'fairSolvency' | 'fairInclusion'

const position = z.tuple([cursorTime])
const END = 8_640_000_000_000_000

export function solvencyRoutes(deps: {
  db: Executor
  writer: Pick<LogWriter, 'nameOf'>
}): Handlers<Endpoints, SolvencyReads> {
  const { db, writer } = deps

  const view = ({ day, atMs, log, index, root, total, assets, vouching }: StatedDay) => ({
    day,
    at: atMs,
    log: writer.nameOf(log),
    index,
    root,
    total: formatMoney(total),
    assets: formatMoney(assets),
    binds: vouching === null ? ('member' as const) : ('phone' as const),
    witnesses: vouching?.witnesses?.map(({ key, own = false }) => ({ key, own })) ?? null,
    quorum: vouching?.quorum ?? null,
  })

  return {
    async fairSolvency({ input: { cursor, limit } }) {
      const [before] = decodeCursor(cursor, position) ?? [END]
      const { items, next } = pageOf(await statedDays(db, before, limit + 1), limit, ({ atMs }) => [atMs])
      return { items: items.map(view), next }
    },

    async fairInclusion({ input, member: { memberId } }) {
      const stated = await statedDay(db, input.day ?? null)
      if (stated === null) {
        if (input.day !== undefined) throw new Refusal('NO_SUCH_DATA')
        return { statement: null, member: memberId, leaf: null, path: [], entry: null }
      }
      const found = await inclusionOf(db, stated.day, memberId)
      return {
        statement: view(stated),
        member: memberId,
        leaf: found && {
          nonce: found.leaf.nonce,
          owner: found.leaf.owner,
          amount: formatMoney(amountOf(found.leaf)),
          wallet: formatMoney(found.leaf.wallet),
          piggy: formatMoney(found.leaf.piggy),
          held: formatMoney(found.leaf.held),
          escrow: formatMoney(found.leaf.escrow),
        },
        path: (found?.path ?? []).map(({ side, hash, sum }) => ({ side, hash, sum: formatMoney(sum) })),
        entry: await entryOf(db, stated),
      }
    },
  }
}

/**
 * The statement's entry with its path to a checkpoint that covers it: the first one, or in version 3 the one that most of the named
 * witnesses have signed, with their lines.
 */
async function entryOf(db: Executor, { log, index, vouching }: StatedDay) {
  const [entry] = await entriesFrom(db, index, 1, log)
  const keys = vouching?.witnesses?.map(({ key }) => key) ?? []
  const signed = (await mostVouched(db, { log, index }, keys)) ?? (await firstCovering(db, index, log))
  // one transaction writes the day, the entry and the checkpoint
  if (!entry || !signed) throw new Error(`log ${log} lacks entry ${index}, or a checkpoint over it`)
  const [inclusion] = await pathsOf(db, [inclusionParts(index, signed.size)], log)
  return { bytes: entry.bytes, inclusion: inclusion!, checkpoint: signed.note }
}
