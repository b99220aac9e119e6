// Plain JavaScript without packages: it runs on the Node of the machine (20 or newer), installs the packages of the lock file,
// and starts the Node that is pinned there.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const modules = path.join(root, 'node_modules')
const stampFile = path.join(modules, '.fairlot-lock')

/** Prints a sentence and ends the process. */
export function refuse(sentence) {
  process.stderr.write(`\n${sentence}\n\n`)
  process.exit(1)
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
}

/** Version of a package in the node_modules of a workspace, which npm's record does not list. */
const versionAt = (at) => JSON.parse(readFileSync(path.join(root, at, 'package.json'), 'utf8')).version

/** Whether the packages of the lock file are installed in the same versions: by npm's record, and in each workspace. */
function installedMatchesLock() {
  try {
    const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
    const found = JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(([at, entry]) => {
      if (!at.includes('node_modules/')) return true
      if (!at.startsWith('node_modules/')) return versionAt(at) === entry.version
      return found[at] === undefined
        ? entry.optional === true || entry.peer === true
        : entry.link === true || found[at].version === entry.version
    })
  } catch {
    return false
  }
}

/** Prints a step and, when it is done, its time, as the server does for its own steps (apps/server/src/progress.ts). */
function beginStep(text) {
  const began = performance.now()
  const isLive = process.stderr.isTTY
  if (isLive) process.stderr.write(`  … ${text}`)
  return () => {
    const seconds = (performance.now() - began) / 1000
    const line = `  ✓ ${text}  ${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s\n`
    process.stderr.write(isLive ? `\r\u001b[K${line}` : line)
  }
}

function install() {
  const done = beginStep('packages')
  // When npm started this process, it names its program; the PATH does not matter then.
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  // its summary is the step's line; errors go to standard error
  const stdio = ['ignore', 'pipe', 2]
  const viaNode = npm !== undefined && /\.c?js$/.test(npm)
  const { status, error } = viaNode
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio })
    : spawnSync('npm', args, { cwd: root, stdio })
  if (error)
    refuse(`npm could not be started (${error.message}). Install Node 20 or newer together with npm.`)
  if (status !== 0) {
    refuse(
      'npm ci failed, see above. It needs the package registry that npm is set up for and a writable checkout.',
    )
  }
  done()
}

/** Installs the packages of package-lock.json unless they are installed. */
export function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) refuse(`Node ${process.versions.node} is too old: install Node 20 or newer.`)
  const hash = lockHash()
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined
  const isComplete = installedMatchesLock()
  if (stamp === hash && isComplete) return
  if (stamp !== undefined || !isComplete) install()
  try {
    writeFileSync(stampFile, hash)
  } catch {
    // The directory is read-only and its packages match. The next start compares them again.
  }
}

/** The pinned Node, or the running one where the lock file has none for this platform and the running one is new enough. */
export function pinnedNode() {
  const pinned = path.join(modules, '.bin', 'node')
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return refuse(
    `The lock file has no Node for ${process.platform}-${process.arch}, and ${process.versions.node} is too old to run ` +
      'TypeScript: install Node 24 or newer.',
  )
}

export function childEnvironment() {
  const bin = path.join(modules, '.bin')
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` }
}

/** A file in the directory of what can be made again: build stamps, a downloaded browser. */
export function cacheFile(name) {
  const directory = path.join(root, '.cache')
  mkdirSync(directory, { recursive: true })
  return path.join(directory, name)
}

/**
 * Runs the pinned Node and becomes it as far as possible: signals go through, its end is ours.
 */
export function becomeNode(args) {
  const child = spawn(pinnedNode(), args, { cwd: root, stdio: 'inherit', env: childEnvironment() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => refuse(`The pinned Node could not be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 128 + (os.constants.signals[signal] ?? 0))
  })
}
