import type { EvidenceStore } from '../evidence/storage.ts'

/** What a device keeps, in memory. A blocked or full one refuses. */
export function memoryStore(
  values = new Map<string, unknown>(),
  refuses: Partial<Record<'read' | 'write', boolean>> = {},
): EvidenceStore {
  return {
    read: async (key) => {
      if (refuses.read) throw new DOMException('blocked', 'SecurityError')
      return values.get(key)
    },
    write: async (key, value) => {
      if (refuses.write) throw new DOMException('full', 'QuotaExceededError')
      values.set(key, structuredClone(value))
    },
    clear: async () => values.clear(),
  }
}
