/** Finds a Chromium for the browser journeys, or installs one. */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { root } from './process.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Carries a browser inside an npm package: for machines without one and without root. */
const packaged = '@sparticuz/chromium@153.0.0'
const debian = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji']

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** One that is there but lacks a library is no browser. */
function works(file: string): boolean {
  return isProgram(file) && spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

function onPath(): string[] {
  const directories = (process.env['PATH'] ?? '').split(path.delimiter)
  return names.flatMap((name) => directories.map((directory) => path.join(directory, name)))
}

function inPlaywrightCaches(): string[] {
  const home = os.homedir()
  const caches = [
    process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? '',
    path.join(home, '.cache/ms-playwright'),
    path.join(home, 'Library/Caches/ms-playwright'),
  ]
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ]
  return caches.filter(existsSync).flatMap((cache) =>
    readdirSync(cache)
      .filter((name) => name.startsWith('chromium-'))
      .toSorted()
      .toReversed()
      .flatMap((name) => inside.map((at) => path.join(cache, name, at))),
  )
}

function find(): string | undefined {
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return [...onPath(), ...inPlaywrightCaches(), mac].find(works)
}

function installDebian(): void {
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return
  console.error(`Installing ${debian.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env, timeout: 600_000 }).status
  if (apt('install', '-y', '--no-install-recommends', ...debian) === 0) return
  // The package lists of a fresh image are empty or old.
  apt('update')
  apt('install', '-y', '--no-install-recommends', ...debian)
}

/** Unpacks browser, libraries and fonts into .cache/, and points this process and its children at the libraries. */
async function installPackaged(): Promise<string | undefined> {
  const home = path.join(root, '.cache/chromium')
  const entry = path.join(home, 'node_modules/@sparticuz/chromium/build/index.js')
  if (!existsSync(entry)) {
    console.error(`Installing ${packaged} …`)
    await mkdir(home, { recursive: true })
    const args = ['install', '--prefix', home, '--no-save', '--ignore-scripts', '--loglevel=error', packaged]
    const { status } = spawnSync('npm', args, { cwd: home, stdio: ['ignore', 2, 2], timeout: 600_000 })
    if (status !== 0) return undefined
  }
  const unpacked = path.join(home, 'unpacked')
  // What an interrupted unpacking left would be taken for the browser.
  if (!works(path.join(unpacked, 'chromium'))) await rm(unpacked, { recursive: true, force: true })
  await mkdir(unpacked, { recursive: true })
  // It unpacks into the temporary directory, where another user's file of the same name could lie; and it brings the
  // libraries that a bare machine lacks only where it believes to be in the environment it was made for.
  const { TMPDIR: before } = process.env
  process.env['TMPDIR'] = unpacked
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x'
  try {
    const { default: chromium } = (await import(entry)) as { default: { executablePath(): Promise<string> } }
    return await chromium.executablePath()
  } finally {
    delete process.env['AWS_EXECUTION_ENV']
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

/**
 * The program of a Chromium that runs here: CHROMIUM, the PATH, Playwright's caches, Debian's (installed, as root), else
 * one from an npm package in .cache/.
 *
 * @throws Error with a sentence when there is none.
 */
export async function findChromium(): Promise<string> {
  const chosen = process.env['CHROMIUM']
  if (chosen) {
    if (works(chosen)) return chosen
    throw new Error(
      `CHROMIUM=${chosen} is no program that runs. Correct it, or leave it out to look for one.`,
    )
  }
  const found = find()
  if (found !== undefined) return found
  installDebian()
  const installed = find() ?? (await installPackaged())
  if (installed !== undefined && works(installed)) return installed
  throw new Error(
    'No Chromium that runs was found, and none could be installed. Install one, or set CHROMIUM to it.',
  )
}
