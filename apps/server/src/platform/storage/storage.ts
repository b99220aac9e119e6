/**
 * Storage of uploaded files, outside of the database: a directory by default. Names are random and carry no meaning; the
 * database says what a file is. A file is written once and never changed.
 */
export type Storage = {
  /** Stores a new file. It is on disk when the promise resolves. @throws Error when the name is taken */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** @returns undefined when there is no such file */
  get(name: string): Promise<Buffer | undefined>
  /** Deletes a file; a missing one is no error. */
  delete(name: string): Promise<void>
  /** The names of all files, in no order. */
  list(): AsyncIterable<string>
}

/** 32 hexadecimal digits, with the width in pixels behind those of public pictures: a name never leaves its directory. */
export const STORED_NAME = /^[0-9a-f]{32}(-\d{3,4})?$/

/** @throws Error for a text that is no name */
export function checkName(name: string): string {
  if (!STORED_NAME.test(name)) throw new Error('the name of a stored file is not valid')
  return name
}

/** Storage in the memory of this process, for tests and benchmarks. */
export function memoryStorage(): Storage {
  const files = new Map<string, Buffer>()
  return {
    async put(name, bytes) {
      if (files.has(checkName(name))) throw new Error('the name of a stored file is taken')
      files.set(name, Buffer.from(bytes))
    },
    get: async (name) => files.get(checkName(name)),
    delete: async (name) => void files.delete(checkName(name)),
    async *list() {
      yield* files.keys()
    },
  }
}
