/**
 * A house that runs two copies of its database with the owner's rights, before the seal of a witnessed issue. It seals both, so that another
 * round gives another winner, and decides which witness sees which copy. It holds the keys of some witnesses. The others are the
 * program of the repository, each with its own clock.
 */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { logKey } from '@fairlot/fairness/checkpoint'
import type { NoteKey } from '@fairlot/fairness/note'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { cosign, cosignedSeconds, formatWitnessRequest, witnessKey } from '@fairlot/fairness/witness'
import { createWitness } from '../../../../../packages/fairness/cli/witness.ts'
import { openState } from '../../../../../packages/fairness/cli/witness-state.ts'
import { latestCheckpoint } from '../../modules/fair/index.ts'
import { consistencyOf } from '../../modules/fair/log/log.reads.ts'
import { keepLine } from '../../modules/fair/witnesses/cosignatures.ts'
import { serveLog } from '../../modules/fair/witnesses/played-witnesses.fixture.ts'
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { adjust } from '../server.ts'
import { LivedHouse } from './lived-house.ts'

/** The copy that an honest witness sees first, in time; the house shows it the other one next. null: neither in time. */
export type Seen = 0 | 1 | null

type Key = { readonly name: string; readonly seed: string; readonly key: NoteKey }
type Honest = Key & { server: Server; url: string; seconds: number; size: number }

const SHARES = 1_000
/** Business time from the seal of the first copy to that of the second one. */
const GAP_MS = 9_000
/** Before the round by so much a line counts. */
const LEAD_MS = 5_000
const RETRIES = 20

function keyOf(n: number): Key {
  const name = `w${n + 1}`
  const seed = createHash('sha256').update(name).digest('hex')
  return { name, seed, key: witnessKey(name, publicKeyOf(seed)) }
}

/** A house with an issue of which one share is left. */
export type Unsold = {
  readonly house: LivedHouse
  readonly keys: readonly Key[]
  readonly issue: string
  /** what its page says before the sale: the house could choose only together with so many of these witnesses */
  readonly said: { together: number | undefined; of: number }
}

export async function unsoldIssue(witnesses: number): Promise<Unsold> {
  const house = await LivedHouse.open({ witnesses: [], members: 2 })
  const keys = Array.from({ length: witnesses }, (_, n) => keyOf(n))
  // the house shows by itself what it wants to show
  await house.restart(keys.map(({ key }) => ({ key, url: 'http://127.0.0.1:9' })))
  const off = { 'games.lucky1m.enabled': 'false', 'games.king2m.enabled': 'false' }
  await adjust(house.server.context, { ...off, 'mall.witnessPatienceMinutes': '1' })
  const { mall } = house.server.context
  const marketPrice = 10_000n * BigInt(SHARES)
  const texts = { 'en-us': { title: 'A phone', description: '' } }
  const about = { code: 'FORK', category: 'trial', art: 'phone', tile: 'sea', texts, marketPrice } as const
  await mall.createProduct({
    ...about,
    sharePrice: 10_000n,
    shares: SHARES,
    grade: 'witnessed',
    maxIssues: 1,
  })
  const { number: issue } = (await mall.openIssue('FORK'))!
  const page = await house.server.anonymous().call(ENDPOINTS.goodsDetail, { issue })
  const said = { together: page.vouching?.together, of: page.witnesses?.length ?? 0 }
  const [first, second] = house.members
  await buy(house, issue, first!, SHARES / 2)
  await buy(house, issue, second!, SHARES / 2 - 1)
  return { house, keys, issue, said }
}

async function buy({ server }: LivedHouse, issue: string, member: string, quantity: number): Promise<void> {
  await server.context.mall.sales.buy({ member, issue, quantity, requestId: randomUUID() })
}

/** A copy that is drawn, as the house shows it when it has chosen it. */
export type Chosen = { readonly house: LivedHouse; readonly document: ChosenDocument; readonly round: number }
export type ChosenDocument = { readonly result: { readonly favour: boolean } }

export class ForkedHouse {
  readonly #unsold: Unsold
  readonly #dishonest: number
  readonly #seen: readonly Seen[]
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'fairlot-forked-'))
  readonly #honest: Honest[] = []
  #copies: LivedHouse[] = []
  #shown: LivedHouse
  #served: Awaited<ReturnType<typeof serveLog>> | null = null

  private constructor(unsold: Unsold, dishonest: number, seen: readonly Seen[]) {
    this.#unsold = unsold
    this.#dishonest = dishonest
    this.#seen = seen
    this.#shown = unsold.house
  }

  /** Plays until both copies are sealed and the witnesses have seen what the plan says. @param seen of each honest witness */
  static async play(unsold: Unsold, dishonest: number, seen: readonly Seen[]): Promise<ForkedHouse> {
    const fork = new ForkedHouse(unsold, dishonest, seen)
    const shown = () => fork.#shown
    fork.#served = await serveLog({
      get options() {
        return shown().options
      },
    })
    fork.#copies = [await unsold.house.fork(), await unsold.house.fork()]
    const [first, second] = fork.#copies as [LivedHouse, LivedHouse]
    await fork.#seal(first)
    const { sealedMs } = await fork.#sealOf(first)
    await second.pass(sealedMs + GAP_MS - (await second.now()))
    await fork.#seal(second)
    const seconds = Math.ceil((await fork.#sealOf(second)).sealedMs / 1_000) + 1
    for (const [i, copy] of seen.entries()) {
      await fork.#run(i, 'before')
      if (copy === null) continue
      const told = [fork.#copies[copy]!, fork.#copies[1 - copy]!]
      const statuses = [await fork.#show(i, told[0]!, seconds), await fork.#show(i, told[1]!, seconds)]
      if (String(statuses) !== '200,422')
        throw new Error(`a witness answered ${String(statuses)} to two histories`)
    }
    return fork
  }

  /** The house chooses a copy after it knows both winners, and shows its end to every witness. */
  async choose(which: 0 | 1): Promise<Chosen> {
    const copy = this.#copies[which]!
    const { round, roundMs } = await this.#sealOf(copy)
    // whenever the house's own witnesses sign, their lines state a second that counts
    await this.#signOwn(copy, Math.ceil((roundMs - LEAD_MS) / 1_000) - 1)
    await copy.pass(roundMs + 2_000 - (await copy.now()))
    await copy.run(2)
    // too few lines: the server waits for more, then the draw is in favour
    await copy.pass(70_000)
    await copy.run(2)
    const { context } = copy.server
    await context.fair.writer.flush(copy.db, { checkpoint: true })
    const seconds = Math.ceil((await copy.now()) / 1_000) + 1
    await this.#signOwn(copy, seconds)
    for (const [i, seen] of this.#seen.entries()) {
      if (seen === null) await this.#run(i, `after ${which}`)
      await this.#show(i, copy, seconds)
    }
    const proof: unknown = JSON.parse(JSON.stringify(await context.mall.proofs.of(this.#unsold.issue)))
    return { house: copy, document: proof as ChosenDocument, round }
  }

  async close(): Promise<void> {
    for (const { server } of this.#honest) await stop(server)
    await this.#served?.close()
    for (const copy of this.#copies) await copy.close()
    rmSync(this.#folder, { recursive: true })
  }

  /** Sells the last share and seals. Who owns the server asks no witness for a sign of life. */
  async #seal(copy: LivedHouse): Promise<void> {
    const { fairLog, mall } = copy.server.context
    Object.assign(fairLog.witnesses, { signing: (keys: readonly string[]) => keys.length })
    await buy(copy, this.#unsold.issue, copy.members[0]!, 1)
    await mall.draws.runDue()
  }

  async #sealOf({ db, options }: LivedHouse): Promise<{ round: number; roundMs: number; sealedMs: number }> {
    const [seal] = await db.query<{ round: bigint; sealed: bigint }>(
      'select round, sealed_ms as sealed from issue_seal join issue_terms using (issue_id) where number = $1',
      [this.#unsold.issue],
    )
    if (!seal) throw new Error('the copy has not sealed the issue')
    const round = Number(seal.round)
    return {
      round,
      roundMs: roundTimeMs(round, options.beacons.current.chain),
      sealedMs: Number(seal.sealed),
    }
  }

  /** The lines of the witnesses whose keys the house holds, over the newest checkpoint. */
  async #signOwn({ db }: LivedHouse, seconds: number): Promise<void> {
    const { log, size, note } = (await latestCheckpoint(db))!
    for (const { name, seed } of this.#unsold.keys.slice(0, this.#dishonest)) {
      const line = cosign(seed, name, note, seconds)
      await keepLine(db, { log, size, witness: name, line, seconds, oldSize: null })
    }
  }

  /** Starts an honest witness with its key and an empty memory. */
  async #run(i: number, when: string): Promise<void> {
    const key = this.#unsold.keys[this.#dishonest + i]!
    const folder = path.join(this.#folder, `${key.name} ${when}`)
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'witness.json'), JSON.stringify({ version: 2, seed: key.seed, logs: {} }))
    const before = this.#honest[i]
    if (before) await stop(before.server)
    const { writer } = this.#shown.options
    const origin = logKey(writer.deployment, writer.publicKey)
    const server = createWitness({
      name: key.name,
      logs: [origin],
      houses: new Map([[origin.name, this.#served!.url]]),
      state: openState(folder),
      now: () => witness.seconds,
      log: () => undefined,
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const witness: Honest = { ...key, server, url, seconds: 0, size: 0 }
    this.#honest[i] = witness
  }

  /** Shows the newest checkpoint of a copy, at this second of the witness' clock, and keeps its line. @returns the status of the answer */
  async #show(i: number, copy: LivedHouse, seconds: number): Promise<number> {
    this.#shown = copy
    const witness = this.#honest[i]!
    witness.seconds = seconds
    const { log, size, note } = (await latestCheckpoint(copy.db))!
    const { size: oldSize } = witness
    // a copy that is shorter than what the witness signed extends nothing
    const consistency = oldSize === 0 || oldSize >= size ? [] : await consistencyOf(copy.db, oldSize, size)
    const body = formatWitnessRequest({ oldSize, consistency, note })
    const ask = () => fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body })
    let answer = await ask()
    // on a busy machine the audit can need more time than a request waits
    for (let again = 0; answer.status === 503 && again < RETRIES; again++) answer = await ask()
    const line = (await answer.text()).trimEnd()
    if (answer.status !== 200) return answer.status
    witness.size = size
    const stated = cosignedSeconds(line, witness.key)!
    await keepLine(copy.db, { log, size, witness: witness.name, line, seconds: stated, oldSize: null })
    return 200
  }
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
