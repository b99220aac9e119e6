/**
 * `npm run operator -- rescue <name>`: a new one-time password for an operator, when nobody is left who could or may give
 * one. It asks the database directly, so it takes the installation's secrets: whoever can read its data directory. It
 * stands in the audit log.
 */
import { createInvitations } from '../modules/operator/index.ts'
import { createPasswords } from '../modules/identity/index.ts'
import { createAudit } from '../platform/audit.ts'
import { businessClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { createDb } from '../platform/db.ts'
import { systemRandom as random } from '../platform/random.ts'
import { readSecrets } from '../platform/secrets.ts'
import { reach } from './open-database.ts'

async function rescue(name: string): Promise<boolean> {
  const config = readConfig(process.env)
  const secrets = await readSecrets(config.dataDir)
  const { url, leave } = await reach(config, secrets)
  try {
    const db = createDb(url, { max: 2, name: 'fairlot-rescue' })
    try {
      const clock = await businessClock(db)
      const audit = createAudit({ clock, random })
      const passwords = createPasswords(secrets.passwordPepper)
      const invitations = createInvitations({ db, clock, random, audit, passwords, secret: secrets.smsHash })
      const saved = await invitations.rescue(name)
      if (!saved) {
        console.error(`There is no operator «${name}».`)
        return false
      }
      console.log(`operator:          ${saved.name}`)
      console.log(`one-time password: ${saved.oneTimePassword} (shown only this once, good for 24 hours)`)
      console.log(`Set up anew with:  npm run operator -- login ${saved.name}`)
      return true
    } finally {
      await db.close()
    }
  } finally {
    await leave()
  }
}

const [name, ...rest] = process.argv.slice(2)
if (name === undefined || rest.length > 0) {
  console.error('usage: npm run operator -- rescue <name of an operator>')
  process.exitCode = 2
} else {
  try {
    process.exitCode = (await rescue(name)) ? 0 : 1
  } catch (error) {
    console.error(`Nobody could be rescued: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 2
  }
}
