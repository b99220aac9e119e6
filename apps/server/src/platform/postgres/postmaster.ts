import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { MINUTE_MS } from '../durations.ts'
import { childEnvironment, spawnAs, superuser, type ClusterPlace } from './cluster.ts'
import { commandLine, isAlive } from './system-user.ts'

/** A running PostgreSQL: the process id of its postmaster and the port on 127.0.0.1. */
export type Postmaster = { pid: number; port: number }

/** Time limit of crash recovery, which replays the write-ahead log within minutes. */
const recoveryLimitMs = 10 * MINUTE_MS
/** A PostgreSQL that just started refuses the password for good. The time is for another program that took the port. */
const refusalLimitMs = 3_000
const logLimitBytes = 16 * 1024 * 1024

export function connectionUrl(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}

/** A port that is free at this moment: `wanted` if possible, else one that the system chooses. */
export async function freePort(wanted: number | undefined): Promise<number> {
  const probe = (port: number) =>
    new Promise<number | undefined>((resolve) => {
      const server = net.createServer()
      server.once('error', () => resolve(undefined))
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
      })
    })
  const port = (wanted === undefined ? undefined : await probe(wanted)) ?? (await probe(0))
  if (port === undefined) throw new Error('No free port on 127.0.0.1 for PostgreSQL.')
  return port
}

type PidFile = { pid: number; port: number }

async function readPidFile(clusterDir: string): Promise<PidFile | undefined> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

type Answer = 'ready' | 'starting' | 'stopping' | 'stranger' | 'silent'

/** Checks whether the server at `port` accepts the password and serves the directory. */
async function ask(port: number, password: string, clusterDir: string): Promise<Answer> {
  const client = new pg.Client({
    connectionString: connectionUrl(superuser, password, port, 'postgres'),
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener, a connection that breaks would end this process through the 'error' event.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === clusterDir ? 'ready' : 'stranger'
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === '57P03') return /shutting down/.test(message) ? 'stopping' : 'starting'
    // 28xxx: the server refuses the password.
    return code?.startsWith('28') ? 'stranger' : 'silent'
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Whether the process is a PostgreSQL of this cluster. Process ids are reused, so the id alone proves nothing. */
export async function runsCluster(pid: number, clusterDir: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return false
  const command = await commandLine(pid)
  return command !== undefined && command.includes('postgres') && command.includes(clusterDir)
}

/**
 * The postmaster that a killed server left running, if it accepts the password. Removes a stale pid file.
 *
 * @throws Error when a running postmaster of this cluster does not accept the password
 */
export async function adopt(
  clusterDir: string,
  password: string,
  silenceLimitMs = MINUTE_MS,
): Promise<Postmaster | undefined> {
  const began = Date.now()
  for (;;) {
    const found = await readPidFile(clusterDir)
    if (!found) return undefined
    if (!(await runsCluster(found.pid, clusterDir))) {
      await rm(path.join(clusterDir, 'postmaster.pid'), { force: true })
      return undefined
    }
    const answer = await ask(found.port, password, clusterDir)
    if (answer === 'ready') return found
    const limit = {
      stranger: 0,
      silent: silenceLimitMs,
      starting: recoveryLimitMs,
      stopping: recoveryLimitMs,
    }[answer]
    if (Date.now() - began > limit) {
      throw new Error(
        `A PostgreSQL (process ${found.pid}) already runs on ${clusterDir} and does not answer with the password in ` +
          'secrets.json. Stop it (kill -INT), or restore the secrets.json that belongs to this data.',
      )
    }
    await delay(50)
  }
}

/** The last lines of PostgreSQL's log, for an error message. */
async function lastLogLines(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-5).join(' | ')
}

async function rotate(logFile: string): Promise<void> {
  const now = await stat(logFile).catch(() => undefined)
  if (now && now.size > logLimitBytes) await rename(logFile, `${logFile}.1`)
}

/**
 * Starts a postmaster on a cluster that has none and waits until it answers. No postmaster keeps running when it throws.
 *
 * @throws Error with the last lines of PostgreSQL's log
 */
export async function launch(
  place: ClusterPlace,
  port: number,
  password: string,
  logFile: string,
): Promise<Postmaster> {
  await rotate(logFile)
  const output = openSync(logFile, 'a', 0o600)
  // Detached, because Ctrl-C reaches the whole process group: the server must get it first and then stop PostgreSQL.
  const child = spawn(path.join(place.binaries, 'bin', 'postgres'), ['-D', place.clusterDir], {
    ...spawnAs(place.user),
    env: childEnvironment(),
    cwd: place.clusterDir,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  let ended: string | undefined
  child.once('error', (error) => (ended = error.message))
  child.once('exit', (code, signal) => (ended = `it ended with ${signal ?? code}`))
  child.unref()
  const began = Date.now()
  let refusedAt: number | undefined
  while (ended === undefined && Date.now() - began < recoveryLimitMs) {
    const answer = await ask(port, password, place.clusterDir)
    if (answer === 'ready' && child.pid !== undefined) return { pid: child.pid, port }
    if (answer === 'silent' && Date.now() - began > MINUTE_MS) break
    if (answer !== 'stranger') refusedAt = undefined
    else if (Date.now() - (refusedAt ??= Date.now()) > refusalLimitMs) break
    await delay(25)
  }
  const refused = ended === undefined && refusedAt !== undefined
  if (child.pid !== undefined) await stopPostmaster(child.pid, place.clusterDir)
  if (refused) {
    throw new Error(
      `The database in ${place.clusterDir} does not accept the password in secrets.json: the file belongs to another ` +
        'installation. Put back the secrets.json that belongs to this data.',
    )
  }
  throw new Error(`PostgreSQL did not start (${ended ?? 'no answer'}): ${await lastLogLines(logFile)}`)
}

async function waitForEnd(pid: number, clusterDir: string, limitMs: number): Promise<boolean> {
  const began = Date.now()
  while (await runsCluster(pid, clusterDir)) {
    if (Date.now() - began > limitMs) return false
    await delay(15)
  }
  return true
}

/**
 * Stops a postmaster: a fast shutdown, after two minutes an immediate one (the next start then recovers). Does nothing when
 * the process has ended or its id belongs to another program.
 */
export async function stopPostmaster(pid: number, clusterDir: string): Promise<void> {
  for (const [signal, limitMs] of [
    ['SIGINT', 2 * MINUTE_MS],
    ['SIGQUIT', 20_000],
    ['SIGKILL', 20_000],
  ] as const) {
    if (!(await runsCluster(pid, clusterDir))) return
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
      throw error
    }
    if (await waitForEnd(pid, clusterDir, limitMs)) return
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end, not even with SIGKILL.`)
}
