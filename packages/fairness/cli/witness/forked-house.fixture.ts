/**
 * A house whose log forks before a seal: each copy seals at another time, so that another beacon round gives another winner. The house
 * knows both winners before it chooses the copy that is its log from then on. It holds the keys of some of the named witnesses. The
 * others are running witness programs, which see what the house shows them, in the order in which it shows it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from '../../src/canonical.ts'
import type { EventProof3, IssueProof3 } from '../../src/proof/version-3/documents.ts'
import { eventProof3, issueProof3 } from '../../src/testing/documents-3.ts'
import { PlayedEvent3 } from '../../src/testing/played-event-3.ts'
import { PlayedIssue3 } from '../../src/testing/played-issue-3.ts'
import { begin3, lineLimitMs, vouchedBy, witnessesOf } from '../../src/testing/played-lines.ts'
import { PlayedLog, type PlayedWitness } from '../../src/testing/played-log.ts'
import { formatWitnessRequest } from '../../src/witness.ts'
import { type PlayedHouse, playedHouse, type RunningWitness, runWitness } from './house.fixture.ts'

type Subject = PlayedIssue3 | PlayedEvent3
export type ForkDocument = IssueProof3 | EventProof3

/** The copy that an honest witness sees first, before the rounds; the house shows it the other one next. null: neither in time. */
export type Seen = 0 | 1 | null

export type ForkPlan = {
  readonly kind: 'issue' | 'event'
  /** number of named witnesses, with the default quorum */
  readonly witnesses: number
  /** how many of them the house holds: the first ones */
  readonly dishonest: number
  /** of each honest witness */
  readonly seen: readonly Seen[]
}

/** A copy that the house chose when it knew both winners. */
export type Chosen = {
  readonly log: PlayedLog
  /** what members get: in favour of them where too few witnesses signed the seal in time */
  readonly document: ForkDocument
  readonly winner: string
  /** The same draw without `favour`, by which the house would keep the money although too few witnesses signed. */
  readonly greedy: () => { readonly log: PlayedLog; readonly document: ForkDocument }
}

/** Where the log forks, and its two sealed copies. */
type Copies = { readonly before: Subject; readonly sealed: readonly [Subject, Subject] }
const NAMED = witnessesOf(4)
const LOG = begin3(new PlayedLog())
/** Milliseconds between the seals of the copies: both can be shown before either round. */
const GAP_MS = 9_000
const RETRIES = 20

export class Fork {
  readonly honest: readonly PlayedWitness[]
  readonly #plan: ForkPlan
  readonly #corrupt: readonly PlayedWitness[]
  readonly #house: PlayedHouse
  readonly #before: Subject
  readonly #copies: Copies['sealed']
  readonly #folder = mkdtempSync(join(tmpdir(), 'fairlot-fork-'))
  /** the honest witnesses, and how many entries of a log each of them has signed */
  readonly #running: { readonly witness: RunningWitness; readonly size: number }[] = []

  private constructor(plan: ForkPlan, house: PlayedHouse) {
    const { kind, witnesses, dishonest } = plan
    const named = NAMED.slice(0, witnesses)
    this.#plan = plan
    this.#house = house
    this.#corrupt = named.slice(0, dishonest)
    this.honest = named.slice(dishonest)
    // witnesses add their lines to the log of a copy
    const { before, sealed: copies } = copiesOf(kind, named)
    const [first, second] = copies
    this.#before = before
    this.#copies = [first.on(first.log.copy()), second.on(second.log.copy())]
  }

  /** Plays until both copies are sealed and the witnesses have seen what the plan says. */
  static async play(plan: ForkPlan): Promise<Fork> {
    const fork = new Fork(plan, await playedHouse(LOG))
    const both = fork.#copies
    const ms = Math.max(...both.map(({ sealed: seal }) => seal!.sealedAt)) + 1_000
    for (const [i, first] of plan.seen.entries()) {
      await fork.#run(i, 'before')
      if (first === null) continue
      const answers = [
        await fork.#show(i, both[first], ms),
        await fork.#show(i, both[first === 0 ? 1 : 0], ms),
      ]
      if (String(answers) !== '200,422')
        throw new Error(`a witness answered ${String(answers)} to two histories`)
    }
    return fork
  }

  /** The house chooses a copy. Only its witnesses know what was shown before; those that saw nothing in time start afresh. */
  async choose(which: 0 | 1): Promise<Chosen> {
    const copy = this.#copies[which].on(this.#copies[which].log.copy())
    const { log } = copy
    // both winners are known
    log.now = Math.max(...this.#copies.map((one) => one.log.now))
    // whenever they sign, their lines state a second that counts
    for (const one of this.#corrupt) log.cosign(one, Math.ceil(lineLimitMs(copy.sealed!.round!) / 1000) - 1)
    const undrawn = copy.on(log.copy())
    copy.draw()
    if (copy.drawn!.isFavour) copy.favour()
    for (const one of this.#corrupt) log.cosign(one)
    await this.#showAll(copy, `after ${which}`)
    return {
      log,
      document: documentOf(copy),
      winner: winnerOf(copy),
      greedy: () => greedyDraw(undrawn),
    }
  }

  /** The house shows a history in which the issue was not sold out and went back at its deadline. */
  async refund(): Promise<PlayedLog> {
    const issue = this.#before.on(this.#before.log.copy()) as PlayedIssue3
    const { log } = issue
    log.now = issue.terms.deadline
    issue.refund('deadline')
    for (const one of this.#corrupt) log.cosign(one)
    await this.#showAll(issue, 'after the refund')
    return log
  }

  stop(): void {
    for (const { witness } of this.#running) witness.stop()
    this.#house.stop()
    rmSync(this.#folder, { recursive: true })
  }

  /** Shows the end of a history to all honest witnesses. Those that saw nothing in time have an empty memory. */
  async #showAll(copy: Subject, when: string): Promise<void> {
    for (const [i, first] of this.#plan.seen.entries()) {
      if (first === null) await this.#run(i, when)
      await this.#show(i, copy, copy.log.now)
    }
  }

  /** Starts an honest witness with its key and an empty memory. */
  async #run(honest: number, when: string): Promise<void> {
    const { name, secret: seed } = this.honest[honest]!
    const folder = join(this.#folder, `${name} ${when}`)
    mkdirSync(folder)
    writeFileSync(join(folder, 'witness.json'), JSON.stringify({ version: 2, seed, logs: {} }))
    this.#running[honest]?.witness.stop()
    this.#running[honest] = { witness: await runWitness(folder, this.#house, { name }), size: 0 }
  }

  /** Shows the last checkpoint of a copy, at this time of the witness' clock, and keeps its line. @returns the status of the answer */
  async #show(honest: number, { log }: Subject, ms: number): Promise<number> {
    this.#house.log = log
    const { witness, size: oldSize } = this.#running[honest]!
    witness.seconds = Math.floor(ms / 1000)
    const { note, cosignatures } = log.checkpoints.at(-1)!
    // a copy that is shorter than what the witness signed extends nothing
    const consistency = oldSize > log.size ? [] : log.consistency(oldSize)
    const request = formatWitnessRequest({ oldSize, consistency, note })
    let { status, body } = await witness.post(request)
    // on a busy machine the audit can need more time than a request waits
    for (let again = 0; status === 503 && again < RETRIES; again++)
      ({ status, body } = await witness.post(request))
    if (status !== 200) return status
    this.#running[honest] = { witness, size: log.size }
    const line = body.trimEnd()
    if (!cosignatures.includes(line)) cosignatures.push(line)
    return status
  }
}

const known = new Map<string, Copies>()

/** The log forks where one share of an issue is left, or at the deadline of an event. */
function copiesOf(kind: ForkPlan['kind'], named: readonly PlayedWitness[]): Copies {
  const name = `${kind} ${named.length}`
  const found = known.get(name)
  if (found) return found
  const terms = vouchedBy(named)
  const log = LOG.copy()
  const before =
    kind === 'issue'
      ? new PlayedIssue3(log, terms).open().sell([3, 2, 4])
      : new PlayedEvent3(log, terms).open().join()
  const copies: Copies = { before, sealed: [sealed(before, 0), sealed(before, GAP_MS)] }
  known.set(name, copies)
  return copies
}

function sealed(before: Subject, laterMs: number): Subject {
  const copy = before.on(before.log.copy())
  copy.log.now += laterMs
  return copy instanceof PlayedIssue3 ? copy.sell([1]).seal() : copy.seal()
}

function greedyDraw(undrawn: Subject): ReturnType<Chosen['greedy']> {
  const twin = undrawn.on(undrawn.log.copy()).draw()
  const { favour: _, ...entry } = JSON.parse(twin.log.entries.at(-1)!) as Record<string, Json>
  twin.log.checkpoints.pop()
  twin.log.instead(entry)
  twin.log.sign()
  const document = documentOf(twin)
  const result = { ...document.result!, favour: false }
  return { log: twin.log, document: { ...document, result } as ForkDocument }
}

const documentOf = (subject: Subject): ForkDocument =>
  subject instanceof PlayedIssue3 ? issueProof3(subject) : eventProof3(subject)

function winnerOf(subject: Subject): string {
  const outcome = subject.outcome()
  return 'code' in outcome ? String(outcome.code) : outcome.winners.join(' ')
}
