/** Receipts beside the whole log: the state of the log that a receipt states must be one of this log, and contain the terms. */
import { leafHash, treeRoot } from '../src/log.ts'
import type { Proof } from '../src/proof.ts'
import type { EventProof } from '../src/proof/event-types.ts'
import type { RoundProof } from '../src/proof/round-types.ts'
import { type SignedReceipt, signReceipt } from '../src/receipt.ts'
import { PlayedEvent } from '../src/testing/played-events.ts'
import { PlayedLog } from '../src/testing/played-log.ts'
import { PlayedGame } from '../src/testing/played-rounds.ts'
import { LOG_SECRET } from '../src/testing/proof-samples.ts'
import { honestReceipt } from './altered-receipts.ts'
import { add, KEY, type Making } from './fraud-case.ts'
import { type IssuePlan, played } from './house.ts'
import { exportOf, type KitCase } from './kit-case.ts'

type Logged = { readonly log: PlayedLog; readonly proof: Proof | EventProof | RoundProof }
type State = { readonly logSize: number; readonly logRoot: string }

/** @param receipt the honest receipt with another state of the log */
function states(family: string, { log, proof }: Logged, receipt: (state: State) => SignedReceipt): KitCase[] {
  const making: Making = { family, cases: [] }
  const opening = proof.log!.entries[0]!.index
  const leaves = log.entries.map(leafHash)
  const at = (size: number): State => ({ logSize: size, logRoot: treeRoot(leaves.slice(0, size)) })
  const other = 'ab'.repeat(32)
  const give = (what: string, passes: boolean, state: State): void =>
    add(making, what, passes ? 'verified' : 'receipt', proof, {
      receipt: JSON.stringify(receipt(state)),
      log: exportOf(log),
      key: KEY,
    })
  for (const size of [opening + 1, opening + 2, log.size]) give(`control: of ${size} entries`, true, at(size))
  for (const size of new Set([0, 1, opening])) give(`of ${size} entries, before the terms`, false, at(size))
  give('of more entries than the log has', false, { logSize: log.size + 1, logRoot: other })
  give('of a thousand million entries', false, { logSize: 1_000_000_000, logRoot: other })
  // no checkpoint of the proof has this size, so only the whole log shows it
  give('of another history', false, { logSize: opening + 2, logRoot: other })
  give('with the root of another size', false, { logSize: opening + 2, logRoot: at(opening + 1).logRoot })
  return making.cases
}

function issueStates(plan: IssuePlan): KitCase[] {
  const { log, proof } = played(plan)
  const receipt = (state: State, changes: object = {}): SignedReceipt =>
    signReceipt(LOG_SECRET, { ...honestReceipt(proof, 2), ...state, ...changes })
  const family = `receipts and log ${plan.grade}`
  const making: Making = { family, cases: [] }
  const { seq: _, running: __, ...old } = honestReceipt(proof, 2)
  add(making, 'without row number and running hash', 'receipt', proof, {
    receipt: JSON.stringify(signReceipt(LOG_SECRET, old)),
    log: exportOf(log),
    key: KEY,
  })
  return [...making.cases, ...states(family, { log, proof }, receipt)]
}

export function receiptsInLog(plans: readonly IssuePlan[]): KitCase[] {
  const log = new PlayedLog('kit')
  log.begin()
  log.funding()
  const event = new PlayedEvent(log).play()
  const games = new PlayedLog('kit')
  games.begin()
  const game = new PlayedGame(games)
  game.publish()
  games.sign()
  const round = game.play()
  return [
    ...plans.flatMap(issueStates),
    ...states('receipts and log event', { log, proof: event.proof() }, (state) => event.receipt(2, state)),
    ...states('receipts and log round', { log: games, proof: game.proof(round) }, (state) =>
      game.receipt(round, 1, state),
    ),
  ]
}
