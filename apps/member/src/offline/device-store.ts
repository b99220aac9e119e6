/** Small stores of values in IndexedDB. Each call opens and closes the database, because calls are rare. */

export type DeviceStore = {
  read: (key: string) => Promise<unknown>
  write: (key: string, value: unknown) => Promise<void>
  clear: () => Promise<void>
}

/** A store of this device. Its calls reject where the browser keeps nothing: some have no IndexedDB in private windows. */
export function createDeviceStore(name: string, kind: string): DeviceStore {
  function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      // Some browsers have no indexedDB in private windows, or throw at its name.
      const opening = indexedDB.open(name, 1)
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(kind))
      opening.addEventListener('error', () => reject(opening.error ?? new Error(`no store ${name}`)))
      opening.addEventListener('success', () => {
        const database = opening.result
        const transaction = database.transaction(kind, mode)
        const request = act(transaction.objectStore(kind))
        transaction.addEventListener('complete', () => {
          database.close()
          resolve(request.result)
        })
        const failed = () => {
          database.close()
          reject(transaction.error ?? new Error(`the store ${name} failed`))
        }
        transaction.addEventListener('error', failed)
        transaction.addEventListener('abort', failed)
      })
    })
  }
  return {
    read: (key) => inStore('readonly', (store): IDBRequest<unknown> => store.get(key)),
    write: async (key, value) => {
      await inStore('readwrite', (store) => store.put(value, key))
    },
    clear: async () => {
      await inStore('readwrite', (store) => store.clear())
    },
  }
}
