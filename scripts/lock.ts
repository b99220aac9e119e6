/**
 * npm ci refuses a lock file that lacks an optional package of another platform, and npm leaves those out whenever the
 * registry in use does not carry them. This script adds them to the lock file, without a hash: they are not fetched here. With
 * --check it only says whether one is missing. Run it after every change of dependencies.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { commandLine } from '../packages/fairness/cli/arguments.ts'
import { root } from './process.ts'

type Entry = {
  version?: string
  optional?: boolean
  dev?: boolean
  cpu?: string[]
  os?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Entry> }

const file = path.join(root, 'package-lock.json')
const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = /^(arm|arm64|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64|wasm32)$/

/** The platform of a package, from a name like `binding-linux-arm64-musl`. */
function platformEntry(name: string, version: string, dev: boolean): Entry {
  const parts = name.split(/[/-]/)
  const os = parts.find((part) => systems.includes(part))
  const cpu = parts.find((part) => processors.test(part))
  if (!/^\d/.test(version) || (os === undefined && cpu !== 'wasm32')) {
    throw new Error(`${name}@${version}: cannot tell its platform; add it to package-lock.json by npm`)
  }
  const libc = name.includes('musl') ? 'musl' : os === 'linux' && name.includes('gnu') ? 'glibc' : undefined
  return {
    version,
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(dev ? { dev } : {}),
    ...(libc === undefined ? {} : { libc: [libc] }),
    optional: true,
    ...(os === undefined ? {} : { os: [os] }),
  }
}

function missingPackages({ packages }: Lock): Record<string, Entry> {
  const missing: Record<string, Entry> = {}
  for (const [at, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const place = `node_modules/${name}`
      if (packages[place] || packages[`${at}/${place}`]) continue
      missing[place] = platformEntry(name, version, entry.dev === true)
    }
  }
  return missing
}

const { values } = commandLine({
  usage: `Usage: node scripts/run.js scripts/lock.ts

Adds the optional packages of other platforms to package-lock.json.
  --check   only says whether one is missing`,
  options: { check: { type: 'boolean' } },
})
const lock = JSON.parse(await readFile(file, 'utf8')) as Lock
const missing = missingPackages(lock)
if (values.check !== true) {
  const all = Object.entries({ ...lock.packages, ...missing }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  await writeFile(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(all) }, null, 2)}\n`)
} else if (Object.keys(missing).length) {
  console.error(
    `package-lock.json lacks ${Object.keys(missing).join(', ')}; run node scripts/run.js scripts/lock.ts`,
  )
  process.exitCode = 1
}
