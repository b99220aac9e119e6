import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { existingCluster } from './postgres/place.ts'

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Each secret is 32 random bytes in lower-case hex. */
const schema = z.strictObject({
  version: z.literal(1),
  /** Master key of the wire signature: per-session keys derive from it. */
  signMaster: hex32,
  /** Keyed hash of SMS codes. */
  smsHash: hex32,
  /** Pepper of password hashes. */
  passwordPepper: hex32,
  /** Encrypts salts that are committed and not yet revealed. */
  saltEncryption: hex32,
  /** Derives the tags that represent members in published data. */
  memberTag: hex32,
  /** Signs the notices of the sandbox payment provider. */
  sandboxWebhook: hex32,
  /** Ed25519 seed of the transparency log. */
  logSeed: hex32,
  /** BLS secret of the local beacon (sandbox). */
  localBeacon: hex32,
  /** Encrypts payout accounts. */
  payoutEncryption: hex32,
  /** Encrypts the secrets of operators' second factors. */
  operatorTotp: hex32,
  /** Encrypts uploaded pictures. */
  uploadEncryption: hex32,
  /** Encrypts what members state in the identity check. */
  identityEncryption: hex32,
  /** Encrypts delivery addresses. */
  addressEncryption: hex32,
  databaseSuperuser: hex32,
  databaseOwner: hex32,
  databaseApp: hex32,
})

/** Secrets of this installation, created at its first start. */
export type Secrets = z.infer<typeof schema>

/** New secrets: for a first start, and for each server of the tests. */
export function freshSecrets(): Secrets {
  const key = () => randomBytes(32).toString('hex')
  return {
    version: 1,
    signMaster: key(),
    smsHash: key(),
    passwordPepper: key(),
    saltEncryption: key(),
    memberTag: key(),
    sandboxWebhook: key(),
    logSeed: key(),
    localBeacon: key(),
    payoutEncryption: key(),
    operatorTotp: key(),
    uploadEncryption: key(),
    identityEncryption: key(),
    addressEncryption: key(),
    databaseSuperuser: key(),
    databaseOwner: key(),
    databaseApp: key(),
  }
}

/**
 * Names the secrets of an installation without revealing them: a backup states which secrets.json opens it. Hex. The secrets
 * are random keys, so nobody finds one by trying.
 */
export function secretsFingerprint({ signMaster, logSeed, databaseSuperuser }: Secrets): string {
  const text = ['fairlot/secrets/1', signMaster, logSeed, databaseSuperuser].join('\0')
  return createHash('sha256').update(text).digest('hex')
}

/** Secrets that older versions did not create. */
const LATER = ['operatorTotp', 'uploadEncryption', 'identityEncryption', 'addressEncryption'] as const

/**
 * Writes the file completely or not at all: the draft is on disk before it gets its final name.
 *
 * @param place gives the draft that name
 */
async function write(
  file: string,
  secrets: unknown,
  place: (draft: string, file: string) => Promise<void>,
): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`)
    await handle.sync()
    await place(draft, file)
  } finally {
    await handle.close()
    await rm(draft, { force: true })
  }
  const directory = await open(path.dirname(file), 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** When two processes create the file at once, the first one wins. */
const create = (file: string): Promise<void> =>
  write(file, freshSecrets(), (draft) =>
    link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    }),
  )

/**
 * Adds the secrets that the file of an older version lacks. They derive from an existing secret, so that two processes that
 * start together add the same values.
 */
async function complete(file: string, content: unknown): Promise<unknown> {
  const known = z.safeParse(z.looseObject({ signMaster: hex32 }), content)
  if (!known.success) return content
  const missing = LATER.filter((name) => !(name in known.data))
  if (missing.length === 0) return content
  const derived = (name: string) =>
    createHmac('sha256', Buffer.from(known.data.signMaster, 'hex'))
      .update(`fairlot/secret/${name}`)
      .digest('hex')
  const completed = { ...known.data, ...Object.fromEntries(missing.map((name) => [name, derived(name)])) }
  if (z.safeParse(schema, completed).success) await write(file, completed, rename)
  return completed
}

/** The file of the secrets in a data directory. */
export const secretsFile = (dataDir: string) => path.join(dataDir, 'secrets.json')

const statOf = (file: string) =>
  stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

export const secretsExist = async (dataDir: string): Promise<boolean> =>
  (await statOf(secretsFile(dataDir))) !== undefined

/** Without its secrets a database cannot be opened. New ones would lock it, and hide that the old ones are missing. */
async function refuseBesideCluster(dataDir: string): Promise<void> {
  const clusterDir = await existingCluster(dataDir)
  if (clusterDir === undefined) return
  throw new Error(
    `The database is there (${clusterDir}), and its ${secretsFile(dataDir)} is not. Without this file the database cannot be ` +
      'opened. Put it back from the place where you keep it; the server creates no new one beside a database.',
  )
}

/**
 * Reads the secrets of an existing installation, for programs other than the server. It creates none.
 *
 * @throws Error with a sentence when there is no installation, and as `openSecrets`
 */
export async function readSecrets(dataDir: string): Promise<Secrets> {
  if (!(await statOf(secretsFile(dataDir)))) {
    await refuseBesideCluster(dataDir)
    throw new Error(
      `there is no installation in ${dataDir}. Set DATA_DIR (and DATABASE_URL, if the server has it) to the values of the server.`,
    )
  }
  return openSecrets(dataDir)
}

/**
 * Reads `secrets.json` of the data directory; creates it at the first start.
 *
 * @throws Error with a sentence when other users may read the file, it is incomplete, or it is missing beside a cluster.
 */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const file = secretsFile(dataDir)
  if (!(await statOf(file))) {
    await refuseBesideCluster(dataDir)
    await create(file)
  }
  return readSecretsFile(file)
}

/**
 * Reads an existing file of secrets.
 *
 * @throws Error with a sentence, as `openSecrets`, and when there is no such file
 */
export async function readSecretsFile(file: string): Promise<Secrets> {
  const found = await statOf(file)
  if (!found) throw new Error(`There is no file ${file}.`)
  if ((found.mode & 0o077) !== 0) {
    throw new Error(
      `${file} can be read by other users (mode ${(found.mode & 0o777).toString(8)}). Run chmod 600 on it; ` +
        'if another user may have read it, create a new installation or change the secrets.',
    )
  }
  let content: unknown
  try {
    content = JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} cannot be read as JSON. Restore it from your backup.`, { cause })
  }
  const parsed = z.safeParse(schema, await complete(file, content))
  if (!parsed.success) {
    // a newer release adds secrets, and never changes those that are there
    if (parsed.error.issues.every(({ code }) => code === 'unrecognized_keys')) {
      throw new Error(
        `A newer release has used this directory: ${file} has secrets that this one does not know. Start that release, or restore ` +
          'the backup that was made before it was installed. The file is whole: leave it as it is.',
      )
    }
    const fields = parsed.error.issues.map(({ path: at, code }) => at.join('.') || code).join(', ')
    throw new Error(`${file} is incomplete (${fields}). Restore it from your backup; do not edit it by hand.`)
  }
  return parsed.data
}
