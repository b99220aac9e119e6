/** A house for tests: serves a played log, and shows its checkpoints to witnesses. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { logKey, parseCheckpoint } from '../../src/checkpoint.ts'
import type { NoteKey } from '../../src/note.ts'
import type { PlayedLog } from '../../src/testing/played-log.ts'
import { cosignedSeconds, formatWitnessRequest, verifyCosignature, witnessKey } from '../../src/witness.ts'
import { publicKeyOf } from '../../src/signatures/ed25519.ts'
import { createWitness } from '../witness.ts'
import { openState } from '../witness-state.ts'

/** Starts listening on a free port. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function stop(server: Server): void {
  server.close()
  server.closeAllConnections()
}

export type PlayedHouse = {
  /** what the house serves; a test can replace it */
  log: PlayedLog
  readonly url: string
  readonly key: NoteKey
  /** number of answered requests */
  readonly requests: () => number
  /** changes an answer; null breaks the connection */
  alter: (path: string, body: string) => string | null | Promise<string | null>
  stop(): void
}

export async function playedHouse(log: PlayedLog): Promise<PlayedHouse> {
  let requests = 0
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://house')
    const number = (name: string) => Number(searchParams.get(name))
    // a page may be shorter than its limit
    const limit = Math.min(number('limit'), 20)
    const from = number('from')
    const isOther = searchParams.get('log') !== house.log.deployment
    const lines =
      pathname === '/fair/log/entries'
        ? house.log.entries.slice(from, from + limit)
        : house.log.checkpoints
            .filter(({ note }) => parseCheckpoint(note)!.size > from)
            .slice(0, limit)
            .map((shown) => JSON.stringify(shown))
    requests++
    void Promise.resolve(house.alter(pathname, lines.map((line) => `${line}\n`).join(''))).then((body) => {
      if (body === null) request.socket.destroy()
      else response.writeHead(isOther ? 404 : 200).end(body)
    })
  })
  const house: PlayedHouse = {
    log,
    url: await listening(server),
    key: logKey(log.deployment, log.publicKey),
    requests: () => requests,
    alter: (_, body) => body,
    stop: () => stop(server),
  }
  return house
}

export type PlayedAnswer = { readonly status: number; readonly body: string }

/** A running witness program with its own clock. */
export type RunningWitness = {
  readonly key: NoteKey
  readonly url: string
  /** what it wrote to its log */
  readonly said: string[]
  /** Unix seconds, by its clock; null: the clock of the house's log */
  seconds: number | null
  /** Shows a checkpoint as a house does. Stores a signature with it. @param at its place; by default the last one */
  show(at?: number, of?: PlayedHouse): Promise<PlayedAnswer>
  /** Sends a request as it is. */
  post(body: string): Promise<PlayedAnswer>
  get(path: string, accept?: string): Promise<PlayedAnswer & { type: string }>
  stop(): void
}

export type RunningOptions = {
  name?: string
  audits?: boolean
  skewSeconds?: number
  patienceMs?: number
  /** does not give its signatures to the house's log */
  isSecret?: boolean
  /** houses of further logs that it watches */
  also?: readonly PlayedHouse[]
}

/** Starts the witness with the state of a folder. */
export async function runWitness(
  folder: string,
  house: PlayedHouse,
  { name = 'w1', audits = true, isSecret = false, also = [], ...options }: RunningOptions = {},
): Promise<RunningWitness> {
  const state = openState(folder)
  const said: string[] = []
  const all = [house, ...also]
  const houses = new Map(audits ? all.map(({ key: { name: origin }, url: from }) => [origin, from]) : [])
  const now = () => running.seconds ?? Math.floor(house.log.now / 1000)
  const log = (line: string) => said.push(line)
  const server = createWitness({
    name,
    logs: all.map(({ key: of }) => of),
    houses,
    state,
    now,
    log,
    ...options,
  })
  const url = await listening(server)
  const key = witnessKey(name, publicKeyOf(state.seed))

  const post = async (body: string): Promise<PlayedAnswer> => {
    const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body })
    return { status: response.status, body: await response.text() }
  }
  const ask = (oldSize: number, at: number, { log: played }: PlayedHouse): Promise<PlayedAnswer> => {
    const { note } = played.checkpoints.at(at)!
    const { size } = parseCheckpoint(note)!
    const consistency = oldSize > size ? [] : played.consistency(oldSize, size)
    return post(formatWitnessRequest({ oldSize, consistency, note }))
  }
  const running: RunningWitness = {
    key,
    url,
    said,
    seconds: null,
    post,
    async show(at = -1, of = house) {
      let answer = await ask(0, at, of)
      if (answer.status === 409) answer = await ask(Number(answer.body), at, of)
      const shown = of.log.checkpoints.at(at)!
      const line = answer.body.trimEnd()
      if (answer.status !== 200) return answer
      if (verifyCosignature(shown.note, line, key) === null)
        throw new Error('not the signature of the witness')
      if (!isSecret && !shown.cosignatures.includes(line)) shown.cosignatures.push(line)
      return answer
    },
    async get(path, accept = '*/*') {
      const response = await fetch(url + path, { headers: { accept } })
      return {
        status: response.status,
        body: await response.text(),
        type: response.headers.get('content-type') ?? '',
      }
    },
    stop: () => stop(server),
  }
  return running
}

/** The time that a line states. */
export function secondsOf(line: string, key: NoteKey): number {
  return cosignedSeconds(line.trimEnd(), key)!
}
