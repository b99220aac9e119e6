/**
 * What nodes of TRON say together. One of them reads, and a second one lists too, when two or more are configured: what either
 * lists is read. Before money moves, the second one has to say the same. A node that fails rests for a while, and the next
 * one reads.
 */
import type { Clock } from '../../../platform/clock.ts'
import { MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts'
import { joinLists, noteShortLists, type JoinedList, type Lacking } from './joined-lists.ts'
import type { ChainTransaction, TronNode } from './tron-node.ts'

export type ChainLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What a second node says about a transaction. */
export type SecondOpinion = { name: string; head: number; transaction: ChainTransaction | null }

/** The chain at one moment, read from one node. */
export type ChainView = {
  /** the host of the node that reads */
  readonly name: string
  /** number of the newest block, read before anything else of this view */
  readonly head: number
  /** What this node lists, and a second one, when there is one that answers. */
  listTo(address: string, sinceMs: number): Promise<JoinedList>
  transaction(txId: string): Promise<ChainTransaction | null>
  /** What another node says. `alone`: there is no other one; `away`: none of the others answers. */
  secondOpinion(txId: string): Promise<SecondOpinion | 'alone' | 'away'>
}

export type Chain = {
  /** Chooses a node that answers. Undefined: none does. */
  look(stop: AbortSignal): Promise<ChainView | undefined>
}

type Known = { node: TronNode; failures: number; restsUntil: number; lacking: Lacking }

const FIRST_REST_MS = 10 * SECOND_MS
const LONGEST_REST_MS = 5 * MINUTE_MS

export function createChain(options: { nodes: readonly TronNode[]; clock: Clock; log: ChainLog }): Chain {
  const { clock, log } = options
  const known: Known[] = options.nodes.map((node) => ({
    node,
    failures: 0,
    restsUntil: 0,
    lacking: new Map(),
  }))

  /** Those that do not rest, in their order; all of them when every one rests. */
  function askable(): Known[] {
    const awake = known.filter(({ restsUntil }) => restsUntil <= clock.now())
    return awake.length > 0 ? awake : known
  }

  async function asked<T>(one: Known, stop: AbortSignal, work: (node: TronNode) => Promise<T>): Promise<T> {
    try {
      const answer = await work(one.node)
      if (one.failures > 0) log.info({ node: one.node.name }, 'a node of TRON answers again')
      Object.assign(one, { failures: 0, restsUntil: 0 })
      return answer
    } catch (error) {
      if (stop.aborted) throw error
      if (one.failures === 0) log.warn({ err: error, node: one.node.name }, 'a node of TRON fails')
      const rest = Math.min(FIRST_REST_MS * 2 ** one.failures, LONGEST_REST_MS)
      Object.assign(one, { failures: one.failures + 1, restsUntil: clock.now() + rest })
      throw error
    }
  }

  const opinionOf = (one: Known, txId: string, stop: AbortSignal): Promise<SecondOpinion> =>
    asked(one, stop, async (node) => {
      const head = await node.head(stop)
      return { name: node.name, head, transaction: await node.transaction(txId, stop) }
    })

  /** What the first other node answers that does. Undefined: none of them answers. */
  async function ofAnother<T>(
    reader: Known,
    stop: AbortSignal,
    ask: (other: Known) => Promise<T>,
  ): Promise<T | undefined> {
    for (const other of askable().filter((one) => one !== reader)) {
      try {
        return await ask(other)
      } catch {
        if (stop.aborted) break
      }
    }
    return undefined
  }

  async function listsTo(
    reader: Known,
    { address, sinceMs }: { address: string; sinceMs: number },
    stop: AbortSignal,
  ): Promise<JoinedList> {
    const listOf = async (one: Known) => {
      const list = await asked(one, stop, (node) => node.listTo(address, sinceMs, stop))
      return { node: one.node.name, lacking: one.lacking, list }
    }
    const first = await listOf(reader)
    const second = await ofAnother(reader, stop, listOf)
    if (!second) return joinLists([first.list], sinceMs)
    noteShortLists([first, second], { address, now: clock.now(), log })
    return joinLists([first.list, second.list], sinceMs)
  }

  return {
    async look(stop) {
      for (const reader of askable()) {
        try {
          const head = await asked(reader, stop, (node) => node.head(stop))
          return {
            name: reader.node.name,
            head,
            listTo: (address, sinceMs) => listsTo(reader, { address, sinceMs }, stop),
            transaction: (txId) => asked(reader, stop, (node) => node.transaction(txId, stop)),
            async secondOpinion(txId) {
              if (known.length === 1) return 'alone'
              return (await ofAnother(reader, stop, (other) => opinionOf(other, txId, stop))) ?? 'away'
            },
          }
        } catch {
          if (stop.aborted) return undefined
        }
      }
      return undefined
    },
  }
}
