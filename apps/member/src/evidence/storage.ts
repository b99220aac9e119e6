/** A small store of JSON values in IndexedDB. Each call opens and closes the database, because calls are rare. */

const DATABASE = 'fairlot-evidence'
const STORE = 'evidence'

export type EvidenceStore = {
  read: (key: string) => Promise<unknown>
  write: (key: string, value: unknown) => Promise<void>
  clear: () => Promise<void>
}

function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // Some browsers have no indexedDB in private windows, or throw at its name.
    const opening = indexedDB.open(DATABASE, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no evidence store')))
    opening.addEventListener('success', () => {
      const database = opening.result
      const transaction = database.transaction(STORE, mode)
      const request = act(transaction.objectStore(STORE))
      transaction.addEventListener('complete', () => {
        database.close()
        resolve(request.result)
      })
      const failed = () => {
        database.close()
        reject(transaction.error ?? new Error('the evidence store failed'))
      }
      transaction.addEventListener('error', failed)
      transaction.addEventListener('abort', failed)
    })
  })
}

export const deviceStore: EvidenceStore = {
  read: (key) => inStore('readonly', (store): IDBRequest<unknown> => store.get(key)),
  write: async (key, value) => {
    await inStore('readwrite', (store) => store.put(value, key))
  },
  clear: async () => {
    await inStore('readwrite', (store) => store.clear())
  },
}
