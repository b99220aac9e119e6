/**
 * What a watcher remembers of the transactions that nodes list for an address: which have no transfer to it, and when each was
 * read. A node can list any number of those, so that they must not keep a payment from being read. The memory is that of one
 * process: after a restart, the transactions are read again, in the same fair order.
 */

export type Examined = {
  /** Whether the record of a transaction has no transfer to the address, and no reorganisation can change it. */
  isForeign(address: string, txId: string): boolean
  setForeign(address: string, txId: string): void
  /**
   * The order in which to read: those that were not read yet, newest first, then those that were read longest ago.
   * @param txIds oldest first
   */
  inTurn(address: string, txIds: readonly string[]): string[]
  setRead(address: string, txId: string): void
  /** Forgets what is neither listed nor waits any more. */
  keep(address: string, txIds: ReadonlySet<string>): void
}

/** Addresses of which this process remembers something; beyond that, the one that was looked at longest ago is forgotten. */
const MOST_ADDRESSES = 2_000

type Memory = { foreign: Set<string>; readAt: Map<string, number> }

export function createExamined(mostAddresses = MOST_ADDRESSES): Examined {
  const memories = new Map<string, Memory>()
  let reads = 0

  function memoryOf(address: string): Memory {
    const memory = memories.get(address) ?? { foreign: new Set(), readAt: new Map() }
    // the newest one is the last of the map
    memories.delete(address)
    memories.set(address, memory)
    if (memories.size > mostAddresses) {
      for (const oldest of memories.keys()) {
        memories.delete(oldest)
        break
      }
    }
    return memory
  }

  return {
    isForeign: (address, txId) => memories.get(address)?.foreign.has(txId) ?? false,
    setForeign: (address, txId) => void memoryOf(address).foreign.add(txId),
    inTurn(address, txIds) {
      const readAt = memories.get(address)?.readAt
      const readOf = (txId: string) => readAt?.get(txId) ?? 0
      return txIds.toReversed().toSorted((a, b) => readOf(a) - readOf(b))
    },
    setRead: (address, txId) => void memoryOf(address).readAt.set(txId, ++reads),
    keep(address, txIds) {
      const memory = memories.get(address)
      if (!memory) return
      for (const txId of memory.foreign) if (!txIds.has(txId)) memory.foreign.delete(txId)
      for (const txId of memory.readAt.keys()) if (!txIds.has(txId)) memory.readAt.delete(txId)
      if (memory.foreign.size + memory.readAt.size === 0) memories.delete(address)
    },
  }
}
