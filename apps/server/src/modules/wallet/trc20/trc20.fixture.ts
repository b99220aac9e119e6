/** A wallet that takes USDT on a played chain. Tests decide what is on it and when the watcher looks. */
import { randomUUID } from 'node:crypto'
import type { Output } from '@fairlot/contract/define'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import { adjust } from '../../../testing/server.ts'
import { testWallet, type Person, type TestWallet } from '../wallet.fixture.ts'
import { expireRecharges } from '../recharge/recharge.ts'
import { createChain } from './chain-view.ts'
import { createExamined } from './examined.ts'
import { readExtendedKey } from './extended-key.ts'
import {
  PLAYED_CONTRACT,
  playedChain,
  playedNode,
  TEST_XPUB,
  type PlayedChain,
  type PlayedNode,
} from '../../../testing/played/played-chain.ts'
import { createTronNode } from './tron-node.ts'
import { bindTrc20 } from './trc20-way.ts'
import type { Trc20Setup } from './trc20-setup.ts'
import { trc20Liveness } from './trc20.checks.ts'
import type { WatchedAddress } from './trc20.queries.ts'
import { lookAt, watchOnce, type WatcherDeps } from './watcher.ts'

export type Opened = Output<Endpoints['openRecharge']>
type Crypto = Extract<NonNullable<Opened['instructions']>, { kind: 'crypto' }>

export type TestTrc20 = {
  wallet: TestWallet
  setup: Trc20Setup
  nodes: readonly PlayedNode[]
  /** the chain that the nodes serve; a test replaces it */
  chain: PlayedChain
  /** what a watcher needs; each call is another process with the same nodes */
  watcher(): WatcherDeps
  /** Makes every address due and looks at it. */
  look(deps?: WatcherDeps): Promise<number | undefined>
  /** Opens a recharge in USDT. */
  open(
    person: Person,
    amount: string,
  ): Promise<{ recharge: Opened; id: string; address: string; units: bigint }>
  status(person: Person, id: string): Promise<Opened>
  /** Pays an address, with all confirmations. */
  pay(address: string, units: bigint, from?: string): void
  setRate(rate: string): Promise<void>
  /** the address that the next recharge gets */
  nextAddress(): Promise<string>
  /** Ends the time to pay of the recharge of an address, and what expires with it. */
  expire(address: string): Promise<void>
  /** Looks at one address although another watcher has it. */
  lookUnclaimed(deps: WatcherDeps, address: string): Promise<void>
  /** what the liveness checks report: transfers that left the chain, addresses whose look is late */
  lostNow(): Promise<bigint>
  lateNow(): Promise<bigint>
  /** business time until the next look, milliseconds; null: there is none */
  nextLookMs(rechargeId: string): Promise<number | null>
  close(): Promise<void>
}

export const cryptoOf = (recharge: Opened): Crypto => {
  if (recharge.instructions?.kind !== 'crypto') throw new Error('the recharge is not paid in USDT now')
  return recharge.instructions
}

/** @param nodes how many nodes are configured; all of them serve the same chain */
export async function testTrc20({ nodes: count = 1, rate = '2.5' } = {}): Promise<TestTrc20> {
  let chain = playedChain(Date.now())
  const nodes = await Promise.all(Array.from({ length: count }, () => playedNode(() => chain)))
  const setup: Trc20Setup = {
    key: readExtendedKey(TEST_XPUB),
    contract: PLAYED_CONTRACT,
    nodes: nodes.map(({ url }) => createTronNode({ url, contract: PLAYED_CONTRACT, patienceMs: 2_000 })),
  }
  const wallet = await testWallet({
    trc20: setup,
    settings: { 'wallet.trc20Rate': rate, 'wallet.rechargeMaxOpen': '100', 'wallet.playThroughPercent': '0' },
  })
  await bindTrc20(wallet.db, setup)
  let now = 0
  const watcher = (): WatcherDeps => ({
    ...wallet.wallet.recharges,
    key: setup.key,
    examined: createExamined(),
    // a node never rests for longer than until the next look
    chain: createChain({
      nodes: setup.nodes,
      clock: { now: () => (now += 3_600_000) },
      log: wallet.wallet.recharges.log,
    }),
  })
  const first = watcher()
  async function liveness(name: string): Promise<bigint> {
    const check = trc20Liveness.find((one) => one.name === name)
    const [row] = await wallet.db.query<{ breaches: bigint }>(check!.sql)
    return row!.breaches
  }
  return {
    wallet,
    setup,
    nodes,
    get chain() {
      return chain
    },
    set chain(next) {
      chain = next
    },
    watcher,
    async look(deps = first) {
      await wallet.owner.query('update trc20_address set look_at = business_now() where look_at is not null')
      return watchOnce(deps, new AbortController().signal)
    },
    async open(person, amount) {
      const input = { method: 'trc20', amount, requestId: randomUUID() }
      const recharge = await person.client.call(ENDPOINTS.openRecharge, input)
      const { address, units } = cryptoOf(recharge)
      return { recharge, id: recharge.id, address, units: BigInt(units.replace('.', '')) }
    },
    pay(address, units, from) {
      chain.pay({ to: address, units, ...(from !== undefined && { from }) })
      chain.mine(20)
    },
    async expire(address) {
      await wallet.owner.query(
        `update recharge set expires_at = greatest(business_now(), created_at + interval '1 millisecond')
         where payment_id = $1 and state = 'processing'`,
        [address],
      )
      await expireRecharges(wallet.db)
    },
    async nextAddress() {
      const [row] = await wallet.db.query<{ index: bigint }>('select next_index as index from trc20_key')
      return setup.key.address(Number(row!.index))
    },
    async setRate(value) {
      await adjust({ db: wallet.db, settings: wallet.settings }, { 'wallet.trc20Rate': value })
    },
    async lookUnclaimed(deps, address) {
      const stop = new AbortController().signal
      const view = await deps.chain.look(stop)
      const [row] = await wallet.db.query<WatchedAddress>('select * from trc20_address where address = $1', [
        address,
      ])
      if (!view || !row) throw new Error('nothing to look at')
      await lookAt(deps, view, row)
    },
    lostNow: () => liveness('trc20-lost'),
    lateNow: () => liveness('trc20-watcher'),
    async nextLookMs(rechargeId) {
      const [row] = await wallet.db.query<{ ms: bigint | null }>(
        `select round(extract(epoch from a.look_at - clock.at))::bigint * 1000 as ms
         from trc20_address a, business_clock clock where a.recharge_id = $1`,
        [rechargeId],
      )
      return row?.ms == null ? null : Number(row.ms)
    },
    status: (person, id) => person.client.call(ENDPOINTS.rechargeStatus, { id }),
    async close() {
      await wallet.close()
      await Promise.all(nodes.map((node) => node.close()))
    },
  }
}
