/**
 * Plays a node of TRON on this machine, so that a developer sees recharges in USDT in a running program:
 * `node scripts/run.js e2e/play-tron.ts [port]`. It prints how to start a sandbox with it, makes a block every 3 seconds, and
 * pays what is typed. Nothing here is worth anything: the keys of its addresses are public.
 */
import { commandLine, wholeNumber } from '../packages/fairness/cli/arguments.ts'
import { createInterface } from 'node:readline'
import {
  PLAYED_CONTRACT,
  playedChain,
  playedNode,
  TEST_XPUB,
} from '@fairlot/server/testing/played/played-chain'

const BLOCK_MS = 3_000
const USAGE = `Usage: node scripts/run.js e2e/play-tron.ts [<port>]

Plays a node of TRON on this machine (port 8790).`
const { positionals } = commandLine({ usage: USAGE, positionals: [0, 1] })
const PORT = wholeNumber('port', positionals[0], { usual: 8790, least: 0, most: 65_535, usage: USAGE })
const USDT = /^\d{1,9}(\.\d{1,6})?$/

/** `12.5` → 12,500,000 units. */
function unitsOf(usdt: string): bigint {
  const [whole = '', decimals = ''] = usdt.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, '0'))
}

// a later start goes on after the blocks of an earlier one
const chain = playedChain(Date.now(), Math.floor(Date.now() / BLOCK_MS))
const node = await playedNode(() => chain, PORT)
const mining = setInterval(() => chain.mine(), BLOCK_MS)

console.log(`A node of a played TRON answers at ${node.url}. Start a sandbox with it:

  TRC20_XPUB=${TEST_XPUB} \\
  TRC20_CONTRACT=${PLAYED_CONTRACT} TRC20_NODES=${node.url} npm start

Set a rate: npm run operator -- setting set wallet.trc20Rate 25000 --reason "to try it"

Type an address and an amount of USDT to pay, "again" to put back what a reorganisation removed, "reorganise <blocks>", or
"quit".`)

let putBack: (() => void) | null = null
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  const [first = '', second = ''] = line.trim().split(/\s+/)
  if (first === 'quit') return lines.close()
  if (first === 'again') {
    putBack?.()
    putBack = null
    console.log(`block ${chain.head()}`)
  } else if (first === 'reorganise' && /^[1-9]\d{0,2}$/.test(second)) {
    putBack = chain.reorganise(Number(second))
    console.log(`the newest ${second} blocks are replaced; block ${chain.head()}`)
  } else if (/^T\w{33}$/.test(first) && USDT.test(second)) {
    console.log(
      `paid with the transaction ${chain.pay({ to: first, units: unitsOf(second) })} in block ${chain.head()}`,
    )
  } else if (first !== '') console.log('type: <address> <USDT>, reorganise <blocks>, again, or quit')
})
lines.on('close', () => {
  clearInterval(mining)
  void node.close()
})
