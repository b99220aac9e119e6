/**
 * Removes old backups of one deployment. Only a whole backup counts and only a whole one is removed: a draft, a damaged folder, a backup
 * of another deployment and everything else stay. The newest whole one is never removed.
 */
import { readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { discard, syncDirectory } from './copy-files.ts'
import { checkFolder, readManifest } from './manifest.ts'

/** `fairlot-<deployment>-20261122T084754Z` */
const NAME = /^fairlot-([a-z0-9]+)-\d{8}T\d{6}Z$/

/** Whether a folder is a whole backup of the deployment, by its manifest and the sizes of its files. */
async function isWhole(folder: string, deployment: string): Promise<boolean> {
  try {
    const manifest = await readManifest(folder)
    await checkFolder(folder, manifest)
    return manifest.deployment.id === deployment
  } catch {
    return false
  }
}

/**
 * Removes the whole backups of a deployment that are older than its newest ones. A removal that is interrupted leaves a folder whose name
 * ends in `.draft`, as a backup that was killed does.
 *
 * @param keep how many stay, at least 1
 * @returns the folders that it removed, the oldest first
 */
export async function removeOlder(
  into: string,
  { deployment, keep, signal }: { deployment: string; keep: number; signal: AbortSignal },
): Promise<string[]> {
  const entries = await readdir(into, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isDirectory() && NAME.exec(entry.name)?.[1] === deployment)
    .map(({ name }) => name)
    .toSorted()
    .toReversed()
  const removed: string[] = []
  let whole = 0
  for (const name of names) {
    const folder = path.join(into, name)
    if (!(await isWhole(folder, deployment))) continue
    whole += 1
    if (whole <= Math.max(1, keep)) continue
    signal.throwIfAborted()
    const draft = `${folder}.draft`
    await rename(folder, draft)
    await syncDirectory(into)
    await discard(draft)
    removed.unshift(folder)
  }
  return removed
}
