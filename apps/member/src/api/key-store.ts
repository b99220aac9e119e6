/**
 * The session's sign key as a non-extractable WebCrypto key in IndexedDB. Apart from `signer.ts`, because the inline script of
 * index.html uses it too (`src/start`).
 */
import { toHex } from '@fairlot/fairness/bytes'

const DATABASE = 'fairlot'
const STORE = 'keys'
const KEY_ID = 'sign'

function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no key store')))
    opening.addEventListener('success', () => {
      const database = opening.result
      const transaction = database.transaction(STORE, mode)
      const request = use(transaction.objectStore(STORE))
      transaction.addEventListener('complete', () => {
        database.close()
        resolve(request.result)
      })
      transaction.addEventListener('error', () => {
        database.close()
        reject(transaction.error ?? new Error('key store failed'))
      })
    })
  })
}

export const storeKey = (key: CryptoKey): Promise<unknown> =>
  inStore('readwrite', (store) => store.put(key, KEY_ID))

export const dropKey = (): Promise<unknown> => inStore('readwrite', (store) => store.delete(KEY_ID))

/** The stored key; undefined without one and where IndexedDB is refused. */
export async function storedKey(): Promise<CryptoKey | undefined> {
  try {
    const found: unknown = await inStore('readonly', (store) => store.get(KEY_ID) as IDBRequest<unknown>)
    return found instanceof CryptoKey ? found : undefined
  } catch {
    // Without IndexedDB, a new page cannot continue the session. The server refuses its calls.
    return undefined
  }
}

const hexOf = (bytes: ArrayBuffer): string => toHex(new Uint8Array(bytes))

/** hex SHA-256 of `text` by WebCrypto. */
export const digest = async (subtle: SubtleCrypto, text: string): Promise<string> =>
  hexOf(await subtle.digest('SHA-256', new TextEncoder().encode(text)))

/** hex HMAC-SHA256 of `text` by WebCrypto. */
export const signWith = async (subtle: SubtleCrypto, key: CryptoKey, text: string): Promise<string> =>
  hexOf(await subtle.sign('HMAC', key, new TextEncoder().encode(text)))
