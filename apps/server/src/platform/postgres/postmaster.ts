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

/** A running PostgreSQL server process: the number of its postmaster and the port on 127.0.0.1. */
export type Postmaster = { pid: number; port: number }

/** Recovery after a crash replays the log; with a large one this takes minutes, not hours. */
const recoveryLimitMs = 10 * MINUTE_MS
const logLimitBytes = 16 * 1024 * 1024

export function connectionUrl(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}

/** A port that is free at this moment: `wanted` when it is, else one the system chooses. */
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

/** Asks the server at `port` whether it is ours: it takes our password and serves our directory. */
async function ask(port: number, password: string, clusterDir: string): Promise<Answer> {
  const client = new pg.Client({
    connectionString: connectionUrl(superuser, password, port, 'postgres'),
    connectionTimeoutMillis: 5_000,
  })
  // A server that dies in mid-sentence would otherwise end this process through the 'error' event.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === clusterDir ? 'ready' : 'stranger'
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === '57P03') return /shutting down/.test(message) ? 'stopping' : 'starting'
    // 28xxx: it does not take our password.
    return code?.startsWith('28') ? 'stranger' : 'silent'
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Whether the process is a PostgreSQL of this very cluster (numbers are used again after a reboot). */
export async function runsCluster(pid: number, clusterDir: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return false
  const command = await commandLine(pid)
  return command !== undefined && command.includes('postgres') && command.includes(clusterDir)
}

/**
 * The postmaster that an earlier server left running (it was killed), when it answers with our password. A stale pid
 * file is removed.
 *
 * @throws Error when a live postmaster of this cluster does not answer us.
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

/** The last lines PostgreSQL wrote, for an error's sentence. */
async function lastWords(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-5).join(' | ')
}

async function rotate(logFile: string): Promise<void> {
  const now = await stat(logFile).catch(() => undefined)
  if (now && now.size > logLimitBytes) await rename(logFile, `${logFile}.1`)
}

/**
 * Starts a postmaster on a cluster that has none and waits until it answers. Never leaves one behind when it throws.
 *
 * @throws Error with PostgreSQL's last words.
 */
export async function launch(
  place: ClusterPlace,
  port: number,
  password: string,
  logFile: string,
): Promise<Postmaster> {
  await rotate(logFile)
  const output = openSync(logFile, 'a', 0o600)
  // Detached: Ctrl-C in a terminal goes to the whole group and must reach the server first, which then stops PostgreSQL.
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
  while (ended === undefined && Date.now() - began < recoveryLimitMs) {
    const answer = await ask(port, password, place.clusterDir)
    if (answer === 'ready' && child.pid !== undefined) return { pid: child.pid, port }
    if ((answer === 'silent' || answer === 'stranger') && Date.now() - began > MINUTE_MS) break
    await delay(25)
  }
  if (child.pid !== undefined) await stopPostmaster(child.pid, place.clusterDir)
  throw new Error(`PostgreSQL did not start (${ended ?? 'no answer'}): ${await lastWords(logFile)}`)
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
 * Fast shutdown; after two minutes an immediate one (the next start then recovers from the log). Does nothing when the
 * process is gone, or its number belongs to another program by now.
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
  throw new Error(`PostgreSQL (process ${pid}) does not end, not even by SIGKILL.`)
}
