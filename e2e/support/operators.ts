/** Operators at the command line, each with a separate profile and authenticator app. */
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

export type Ran = { code: number | null; out: string; notes: string }

export type OperatorPerson = {
  /** Runs a command; its prompts are answered from the environment. */
  run(args: readonly string[], answers?: Answers): Promise<Ran>
  /** Sets the password and the second factor that the command shows. */
  setUp(password: string): Promise<Ran>
  /** A code that was not used yet. The server also accepts the code of the next half minute. */
  code(): string
}

export type Answers = {
  password?: string
  newPassword?: string
  code?: string
  /** of the server, for commands that run on its machine */
  dataDir?: string
}

/** @param folder where sessions are kept */
export function operatorPerson(url: string, folder: string, profile: string): OperatorPerson {
  const start = (args: readonly string[], { password, newPassword, code, dataDir }: Answers) =>
    spawn(process.execPath, ['apps/cli/src/main.ts', ...args, '--profile', profile], {
      cwd: root,
      env: {
        ...process.env,
        XDG_CONFIG_HOME: folder,
        FAIRLOT_URL: url,
        FAIRLOT_OPERATOR_PASSWORD: password,
        FAIRLOT_OPERATOR_NEW_PASSWORD: newPassword,
        FAIRLOT_OPERATOR_CODE: code,
        DATA_DIR: dataDir,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })

  function ended(child: ReturnType<typeof start>, heard: (out: string) => void): Promise<Ran> {
    let out = ''
    let notes = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      heard(out)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      notes += chunk.toString()
    })
    return new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, out, notes }))
    })
  }

  let factor: URL | undefined
  let used = 0

  function nextCode(): string {
    if (!factor) throw new Error(`${profile} has no second factor yet`)
    const period = Number(factor.searchParams.get('period') ?? 30)
    used = Math.max(used + 1, Math.floor(Date.now() / 1_000 / period))
    return codeOf(factor, used)
  }

  return {
    code: nextCode,
    run(args, answers = {}) {
      const child = start(args, answers)
      child.stdin.end()
      return ended(child, () => undefined)
    },
    setUp(password) {
      const child = start(['setup'], { newPassword: password })
      factor = undefined
      used = 0
      return ended(child, (out) => {
        const uri = /otpauth:\S+(?=\s)/.exec(out)?.[0]
        if (uri === undefined || factor) return
        factor = new URL(uri)
        child.stdin.end(`${nextCode()}\n`)
      })
    },
  }
}

/** The code that an authenticator app shows (RFC 6238). @param count of periods since 1970 */
function codeOf({ searchParams: asked }: URL, count: number): string {
  const digits = Number(asked.get('digits') ?? 6)
  const algorithm = asked.get('algorithm') ?? 'SHA1'
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(count))
  const mac = createHmac(algorithm, fromBase32(asked.get('secret') ?? ''))
    .update(step)
    .digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 0x0f) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

function fromBase32(text: string): Buffer {
  const bits = text
    .replaceAll('=', '')
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
