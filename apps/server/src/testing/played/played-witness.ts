/** A witness that tests play: it signs a checkpoint that extends the last one it signed, of any log with this key. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toHex, utf8 } from '@fairlot/fairness/bytes'
import { sha256 } from '@fairlot/fairness/hash'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { treeRoot } from '@fairlot/fairness/log'
import {
  cosign,
  decideCosignature,
  parseWitnessRequest,
  witnessKey,
  type WitnessState,
} from '@fairlot/fairness/witness'
import type { Witness } from '../../modules/fair/index.ts'

export type PlayedWitness = Witness & {
  /** sizes of the checkpoints that it signed, by the name of their log */
  signed: Map<string, number[]>
  /** size and root (hex) of the newest checkpoint that it signed of a log; undefined: none */
  newestOf(deployment: string): { size: number; root: string } | undefined
  /** does not answer while it is down */
  isDown: boolean
  /** reasons of its refusals */
  refused: string[]
  close(): void
}

/** Starts a witness. @param publicKey of the logs, hex. @param number of the witness among those of a test */
export async function playWitness(publicKey: string, number = 1): Promise<PlayedWitness> {
  const seed = `3${number}`.repeat(32)
  const name = number === 1 ? 'played' : `played-${number}`
  const states = new Map<string, WitnessState>()
  const signed = new Map<string, number[]>()
  /** path of the newest note that it signed of a log, with its line */
  const newest = new Map<string, string>()
  const refused: string[] = []

  function answer(body: string): { status: number; body: string; type?: string } {
    const request = parseWitnessRequest(body)
    if (!request) return { status: 400, body: 'malformed\n' }
    const deployment = request.note.slice('fairlot/'.length, request.note.indexOf('\n'))
    const last = states.get(deployment) ?? { size: 0, root: treeRoot([]) }
    const decision = decideCosignature(request, last, { deployment, publicKey })
    if (!decision.sign) {
      refused.push(decision.reason)
      return decision.status === 409
        ? { status: 409, body: `${last.size}\n`, type: 'text/x.tlog.size' }
        : { status: decision.status, body: `${decision.reason}\n` }
    }
    const { size, root } = decision.checkpoint
    states.set(deployment, { size, root })
    signed.set(deployment, [...(signed.get(deployment) ?? []), size])
    const line = `${cosign(seed, name, request.note, Math.floor(Date.now() / 1_000))}\n`
    const origin = toHex(sha256(utf8(`fairlot/${deployment}`)))
    newest.set(`/${origin}/checkpoint`, `${request.note}${line}`)
    return { status: 200, body: line }
  }

  const server = createServer((request, response) => {
    if (witness.isDown) return void response.destroy()
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const shown = newest.get(request.url ?? '')
      const said =
        request.url === '/add-checkpoint'
          ? answer(Buffer.concat(parts).toString('utf8'))
          : { status: shown === undefined ? 404 : 200, body: shown ?? 'not found\n' }
      response.writeHead(said.status, { 'content-type': ('type' in said && said.type) || 'text/plain' })
      response.end(said.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const witness: PlayedWitness = {
    isDown: false,
    key: witnessKey(name, publicKeyOf(seed)),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    signed,
    newestOf(deployment) {
      const state = states.get(deployment)
      return state && { size: state.size, root: state.root }
    },
    refused,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return witness
}

/** Starts three witnesses, whose quorum is enough for real money. */
export const playQuorum = (publicKey: string): Promise<PlayedWitness[]> =>
  Promise.all([1, 2, 3].map((number) => playWitness(publicKey, number)))
