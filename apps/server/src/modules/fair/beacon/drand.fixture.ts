/** A test chain with a known key, and local relays whose behaviour the test chooses. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beaconOf, type Chain } from '@fairlot/fairness/beacon'
import { localChain, signRound } from '@fairlot/fairness/signatures/bls'

const KEY = '4d'.repeat(32)
/** Scheme, genesis and period of quicknet with another key. */
export const TEST_CHAIN: Chain = localChain(KEY)
export const testSignature = (round: number) => signRound(KEY, round)
/** The signature of another beacon. */
export const foreignSignature = (round: number) => signRound('4e'.repeat(32), round)

/** The real quicknet round 1000 of the vectors. */
export const ROUND_1000 =
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'

export type Behaviour = (round: number, response: ServerResponse) => void

const json =
  (answer: (round: number) => object): Behaviour =>
  (round, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(round)))
  }
const stating = (round: number, signature: string) => ({ round, randomness: beaconOf(signature), signature })
const raw =
  (status: number, body: string, headers: Record<string, string> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(status, headers).end(body)
  }

export const honest = json((round) => stating(round, testSignature(round)))

export const FAILURES: Record<string, Behaviour> = {
  'answers 500': raw(500, 'out of order'),
  'answers garbage': raw(200, '<html>'),
  'answers nothing': raw(200, ''),
  'answers null': raw(200, 'null'),
  'answers another form': json((round) => ({ round: String(round), signature: testSignature(round) })),
  'answers a signature that is too short': json((round) => ({ round, signature: 'ab' })),
  'answers more than is read': raw(200, ' '.repeat(1_000_000)),
  'sends one elsewhere': raw(302, '', { location: 'http://127.0.0.1:1/' }),
  'closes the connection': (_, response) => response.destroy(),
  'closes it in the middle': (_, response) => {
    response.writeHead(200, { 'content-length': '500' }).write('{"round":')
    setImmediate(() => response.destroy())
  },
  'does not answer in time': () => undefined,
  'begins and does not end': (_, response) => void response.writeHead(200).write('{"round":'),
}

export const LIES: Record<string, Behaviour> = {
  "another chain's signature": json((round) => stating(round, foreignSignature(round))),
  'the signature of another round': json((round) => stating(round, testSignature(round - 1))),
  'another round, said so': json((round) => stating(round - 1, testSignature(round - 1))),
  'no point of the curve': json((round) => stating(round, 'ff'.repeat(48))),
  'another random value': json((round) => ({
    ...stating(round, testSignature(round)),
    randomness: '00'.repeat(32),
  })),
}

export const LATE: Record<string, Behaviour> = {
  'answers 404': raw(404, 'not found'),
  'answers 425': raw(425, 'too early'),
}

export type TestRelay = {
  url: string
  /** requested rounds */
  asked: number[]
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

export async function testRelay(first: Behaviour = honest, chain: Chain = TEST_CHAIN): Promise<TestRelay> {
  let behaviour = first
  const asked: number[] = []
  const server = createServer((request, response) => {
    const [, hash, kind, round] = (request.url ?? '').split('/')
    if (request.method !== 'GET' || hash !== chain.hash || kind !== 'public') {
      response.writeHead(400).end()
      return
    }
    asked.push(Number(round))
    behaviour(Number(round), response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    behave: (next) => void (behaviour = next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
