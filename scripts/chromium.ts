/**
 * Finds a Chromium for the browser journeys, or installs one. Run as a program, it prints the path of that Chromium.
 */
import { accessSync, constants, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { chromium } from 'playwright-core'
import { root } from './process.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** A browser inside an npm package: for a machine without a browser and a user who cannot install one. */
const packaged = '@sparticuz/chromium@153.0.0'
/** The packaged browser brings a Latin font only. These are the scripts of the screenshots. */
const packagedFonts = {
  'noto-sans-arabic': '0.4.3',
  'noto-sans-bengali': '0.4.4',
  'noto-sans-devanagari': '0.4.1',
}
const debian = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji']
const installLimitMs = 1_800_000
/** A hang, not a slow machine. */
const renderLimitMs = 120_000

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Whether a Chromium renders a page with text fields. One that lacks a library does not start, and one that finds no font
 * ends at the first text field.
 */
async function renders(file: string): Promise<boolean> {
  if (!isProgram(file)) return false
  try {
    const browser = await chromium.launch({
      executablePath: file,
      args: ['--no-sandbox', '--disable-gpu'],
      timeout: renderLimitMs,
    })
    try {
      const page = await browser.newPage()
      page.setDefaultTimeout(renderLimitMs)
      await page.setContent('<p>text</p><input value="text"><textarea>text</textarea><select><option>text')
      const width = await page.locator('input').evaluate((field) => field.getBoundingClientRect().width)
      return width > 0
    } finally {
      await browser.close()
    }
  } catch (error) {
    const [reason = ''] = String(error).split('\n')
    console.error(`${file} does not render a page: ${reason}`)
    return false
  }
}

async function firstThatRenders(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if (await renders(file)) return file
  return undefined
}

type Places = { path: string | undefined; home: string; playwright: string | undefined }

/** Where a Chromium may be, in the order of preference. */
export function candidates({ path: search, home, playwright }: Places): string[] {
  const onPath = names.flatMap((name) =>
    (search ?? '')
      .split(path.delimiter)
      .filter(path.isAbsolute)
      .map((directory) => path.join(directory, name)),
  )
  const caches = [
    playwright ?? '',
    path.join(home, '.cache/ms-playwright'),
    path.join(home, 'Library/Caches/ms-playwright'),
  ]
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return [...onPath, ...caches.filter(existsSync).flatMap(inPlaywrightCache), mac]
}

/** Playwright keeps a directory for each revision; the newest comes first. */
function inPlaywrightCache(cache: string): string[] {
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ]
  const revision = (name: string) => Number(name.slice('chromium-'.length))
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .toSorted((a, b) => revision(b) - revision(a))
    .flatMap((name) => inside.map((at) => path.join(cache, name, at)))
}

function find(): Promise<string | undefined> {
  const { PATH, PLAYWRIGHT_BROWSERS_PATH } = process.env
  return firstThatRenders(
    candidates({ path: PATH, home: os.homedir(), playwright: PLAYWRIGHT_BROWSERS_PATH }),
  )
}

function installDebian(): boolean {
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return false
  console.error(`Installing ${debian.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env, timeout: installLimitMs }).status === 0
  const install = () => apt('install', '-y', '--no-install-recommends', ...debian)
  if (install()) return true
  // The package lists of a fresh image are empty or old.
  apt('update')
  return install()
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * The configuration of fontconfig for the packaged browser: the fonts of the machine, if it has any, and the packaged ones.
 * The browser's own configuration names only directories of the service that it is made for.
 *
 * @param directories relative to the directory of the configuration file
 */
export function fontsConf(directories: readonly string[], cache: string): string {
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    '  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    ...directories.map((directory) => `  <dir prefix="relative">${xml(directory)}</dir>`),
    `  <cachedir>${xml(cache)}</cachedir>`,
    '</fontconfig>',
    '',
  ].join('\n')
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A shell script that starts a program with variables in its environment. */
export function wrapper(program: string, variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}`)
  return ['#!/bin/sh', ...lines, `exec ${quoted(program)} "$@"`, ''].join('\n')
}

/** npm reads the configuration beside the Node that runs it, so it must not run with the pinned one of this repository. */
function npmEnvironment(): NodeJS.ProcessEnv {
  const directories = (process.env['PATH'] ?? '').split(path.delimiter)
  const own = path.join('node_modules', '.bin')
  return {
    ...process.env,
    PATH: directories.filter((directory) => !directory.endsWith(own)).join(path.delimiter),
  }
}

function installPackages(home: string): boolean {
  const fonts = Object.entries(packagedFonts).map(
    ([name, version]) => `@expo-google-fonts/${name}@${version}`,
  )
  console.error(`Installing ${[packaged, ...fonts].join(', ')} …`)
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // Without --prefix, which would also move the place of npm's global configuration (registry, certificates).
  writeFileSync(path.join(home, 'package.json'), '{ "private": true }\n')
  const args = ['install', ...options, packaged, ...fonts]
  const env = npmEnvironment()
  const limits = { timeout: installLimitMs }
  return spawnSync('npm', args, { cwd: home, stdio: ['ignore', 2, 2], env, ...limits }).status === 0
}

/**
 * Unpacks the packaged browser. It unpacks into TMPDIR, and it unpacks the libraries that a bare machine lacks only when it
 * finds the environment of the service that it is made for.
 */
function unpack(entry: string, unpacked: string): boolean {
  const code = `const { default: chromium } = await import(${JSON.stringify(entry)}); await chromium.executablePath()`
  const env = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  const args = ['--input-type=module', '--eval', code]
  return (
    spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2], env, timeout: installLimitMs }).status === 0
  )
}

/**
 * Installs browser, libraries and fonts into .cache/chromium/ and writes the script that starts the browser with them. The
 * script and the font configuration are written at every call, so that those of an older version are replaced.
 */
async function installPackaged(): Promise<string | undefined> {
  const home = path.join(root, '.cache/chromium')
  const unpacked = path.join(home, 'unpacked')
  const entry = path.join(home, 'node_modules/@sparticuz/chromium/build/index.js')
  const fonts = Object.keys(packagedFonts).map((name) => `node_modules/@expo-google-fonts/${name}`)
  await mkdir(home, { recursive: true })
  const complete = [entry, ...fonts.map((at) => path.join(home, at))].every(existsSync)
  if (!complete && !installPackages(home)) return undefined
  const configuration = path.join(home, 'fonts.conf')
  await writeFile(configuration, fontsConf(['unpacked/fonts/fonts', ...fonts], path.join(home, 'fontconfig')))
  const start = path.join(home, 'chromium')
  const variables = {
    FONTCONFIG_FILE: configuration,
    LD_LIBRARY_PATH: path.join(unpacked, 'al2023/lib'),
  }
  await writeFile(start, wrapper(path.join(unpacked, 'chromium'), variables))
  await chmod(start, 0o755)
  if (existsSync(path.join(unpacked, 'chromium')) && (await renders(start))) return start
  // An interrupted unpacking leaves a part of the browser.
  await rm(unpacked, { recursive: true, force: true })
  await mkdir(unpacked, { recursive: true })
  return unpack(entry, unpacked) && (await renders(start)) ? start : undefined
}

/**
 * Finds a Chromium that renders here: CHROMIUM, then the PATH, Playwright's caches, Debian's (installed when root), and last
 * the browser of an npm package, installed into .cache/.
 *
 * @throws Error with a sentence when there is none.
 */
export async function findChromium(): Promise<string> {
  const chosen = process.env['CHROMIUM']
  if (chosen) {
    if (await renders(chosen)) return chosen
    throw new Error(`CHROMIUM=${chosen} does not render a page. Correct it, or unset it to look for another.`)
  }
  const found = (await find()) ?? (installDebian() ? await find() : undefined) ?? (await installPackaged())
  if (found !== undefined) return found
  throw new Error(
    'No Chromium that renders a page was found, and none could be installed. Install one, or set CHROMIUM to its path.',
  )
}

if (import.meta.main) console.log(await findChromium())
