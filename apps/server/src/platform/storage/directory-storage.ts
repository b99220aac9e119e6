/** Storage in a directory that only the server's user can enter: 256 folders by the first two digits of the name. */
import { chmod, link, mkdir, open, opendir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { checkName, STORED_NAME, type Storage } from './storage.ts'

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

/** The directory of uploaded files of an installation. */
export const uploadsDirectory = ({
  dataDir,
  uploadsDir,
}: {
  dataDir: string
  uploadsDir?: string | undefined
}) => uploadsDir ?? path.join(dataDir, 'uploads')

async function makePrivate(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  // the umask, or an administrator, may have opened it
  await chmod(directory, 0o700)
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** @param root created at the first file */
export function directoryStorage(root: string): Storage {
  const folderOf = (name: string) => path.join(root, checkName(name).slice(0, 2))
  const fileOf = (name: string) => path.join(folderOf(name), name)
  return {
    async put(name, bytes) {
      const folder = folderOf(name)
      await makePrivate(root)
      await makePrivate(folder)
      const draft = path.join(folder, `.${name}.draft`)
      const handle = await open(draft, 'w', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
        // a link fails when the name is taken, which a rename would not
        await link(draft, fileOf(name))
      } finally {
        await handle.close()
        await rm(draft, { force: true })
      }
      await syncDirectory(folder)
      await syncDirectory(root)
    },
    async get(name) {
      try {
        return await readFile(fileOf(name))
      } catch (error) {
        if (isCode(error, 'ENOENT')) return undefined
        throw error
      }
    },
    delete: (name) => rm(fileOf(name), { force: true }),
    async *list() {
      let directory
      try {
        directory = await opendir(root, { recursive: true })
      } catch (error) {
        if (isCode(error, 'ENOENT')) return
        throw error
      }
      for await (const entry of directory)
        if (entry.isFile() && STORED_NAME.test(entry.name)) yield entry.name
    },
  }
}
