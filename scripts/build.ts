/**
 * Builds the member app into apps/member/dist with compressed copies of its files, and the verifier that the server offers into packages/fairness/dist, when
 * their sources (or the packages they use) changed since the last time.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { printedProgress } from '../apps/server/src/progress.ts'
import { compressFiles } from './compress.ts'

const root = path.resolve(import.meta.dirname, '..')
const app = path.join(root, 'apps/member')
const verifier = path.join(root, 'packages/fairness')
const stampFile = path.join(root, '.cache/member-build')
const generated = new Set(['node_modules', 'dist', '.cache'])

async function addTree(hash: ReturnType<typeof createHash>, directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const at = path.join(directory, entry.name)
    if (entry.isDirectory()) {
      if (!generated.has(entry.name)) await addTree(hash, at)
    } else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) {
      hash.update(`${path.relative(root, at)}\0`).update(await readFile(at))
    }
  }
}

async function sourceHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const directory of ['apps/member', 'packages']) await addTree(hash, path.join(root, directory))
  for (const file of ['package-lock.json', 'scripts/compress.ts'])
    hash.update(await readFile(path.join(root, file)))
  return hash.digest('hex')
}

async function vite(cwd: string, ...options: string[]): Promise<void> {
  const args = [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...options]
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 2, 2] })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`vite build ended with ${code}`)
}

/** @returns whether it built. @throws Error when the build fails. */
export async function buildMemberApp(): Promise<boolean> {
  const hash = await sourceHash()
  const last = await readFile(stampFile, 'utf8').catch(() => undefined)
  const built = [path.join(app, 'dist/index.html'), path.join(verifier, 'dist/verifier.mjs')]
  if (last === hash && built.every((file) => existsSync(file))) return false
  const live = process.stderr.isTTY
  await printedProgress((text) => void process.stderr.write(text), { live }).step('web app', async () => {
    await vite(app)
    await compressFiles(path.join(app, 'dist'), path.join(root, '.cache/compressed'))
    await vite(path.join(verifier, 'cli'), '--config', 'verifier.config.ts')
  })
  await mkdir(path.dirname(stampFile), { recursive: true })
  await writeFile(stampFile, hash)
  return true
}

if (import.meta.main) await buildMemberApp()
