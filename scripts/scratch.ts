/** Where the tests keep the databases that they throw away. */
import { constants } from 'node:fs'
import { access, readFile, statfs } from 'node:fs/promises'

const MEMORY = '/dev/shm'
/** The tests use about 2 GB of it at most. */
const ROOM_BYTES = 8e9

/**
 * A directory in memory, where the machine has plenty: creating and dropping databases there takes about half of the time that
 * it takes on a disk. Undefined: the tests use the system's directory for temporary files.
 */
export async function memoryDirectory(): Promise<string | undefined> {
  try {
    await access(MEMORY, constants.W_OK)
    const { bavail, bsize } = await statfs(MEMORY)
    const available = /^MemAvailable: +(\d+) kB/m.exec(await readFile('/proc/meminfo', 'utf8'))?.[1]
    // Copies of PostgreSQL's programs run from there.
    const mounts = await readFile('/proc/self/mounts', 'utf8')
    const mount = mounts.split('\n').find((line) => line.split(' ')[1] === MEMORY)
    const runs = mount !== undefined && !mount.split(' ')[3]?.split(',').includes('noexec')
    return runs && bavail * bsize >= ROOM_BYTES && Number(available) * 1024 >= ROOM_BYTES ? MEMORY : undefined
  } catch {
    // Not Linux, or a system without it.
    return undefined
  }
}
