/**
 * `npm run operator -- rescue <name>`: resets an operator's access, for when no other operator can or may do so. It writes
 * to the database directly, so it needs read access to the installation's data directory with the secrets. The audit log
 * records it.
 */
import { commandLine } from '@fairlot/fairness/cli/arguments'
import { createPasswords } from '../modules/identity/index.ts'
import { createInvitations } from '../modules/operator/index.ts'
import { createAudit } from '../platform/audit.ts'
import { businessClock } from '../platform/clock.ts'
import { systemRandom as random } from '../platform/random.ts'
import { runProgram, type ProgramContext } from './run-program.ts'

async function rescue(name: string, { db, secrets }: ProgramContext): Promise<number> {
  const clock = await businessClock(db)
  const audit = createAudit({ clock, random })
  const passwords = createPasswords(secrets.passwordPepper)
  const invitations = createInvitations({ db, clock, random, audit, passwords, secret: secrets.smsHash })
  const rescued = await invitations.rescue(name)
  if (!rescued) {
    console.error(`There is no operator «${name}».`)
    return 1
  }
  console.log(`operator:          ${rescued.name}`)
  console.log(`one-time password: ${rescued.oneTimePassword} (shown only once, valid for 24 hours)`)
  console.log(`Set up again with: npm run operator -- login ${rescued.name}`)
  return 0
}

const {
  positionals: [name = ''],
} = commandLine({
  usage: `Usage: npm run operator -- rescue <name of an operator>

Gives an operator who lost the password or the second factor a new one-time password.`,
  positionals: [1, 1],
})
await runProgram({
  connectionName: 'fairlot-rescue',
  maxConnections: 2,
  failure: 'The operator could not be rescued',
  run: (context) => rescue(name, context),
})
