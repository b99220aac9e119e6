import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino'

/** Structured log, one JSON line per entry. Use `log.child({ requestId })` for entries of one call. */
export type Logger = PinoLogger

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Fields whose values are never logged, at any depth. */
const secret = new Set([
  'token',
  'sign',
  'signkey',
  'password',
  'passwordagain',
  'oldpassword',
  'newpassword',
  'code',
  'smscode',
  'authorization',
  'cookie',
  'setcookie',
  'secret',
])
const phone = new Set(['phone', 'mobile', 'phonenumber'])
/** Inside these fields `code` is no secret: `err.code` is an SQLSTATE or ENOENT. */
const errorKeys = new Set(['err', 'error', 'cause'])

const maxDepth = 8

/** `+8801712345678` → `+880…78`: enough to recognise a member, too little to call. */
export function maskPhone(value: string): string {
  return value.length < 7 ? '…' : `${value.slice(0, 4)}…${value.slice(-2)}`
}

function redact(value: unknown, insideError: boolean, depth: number): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.toISOString()
  if (depth > maxDepth) return '[deep]'
  if (Array.isArray(value)) return value.map((item) => redact(item, insideError, depth + 1))
  if (value instanceof Uint8Array) return `[${value.length} bytes]`
  const clean: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(value)) {
    const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
    if (secret.has(plain) && !(insideError && plain === 'code')) clean[name] = '[redacted]'
    else if (phone.has(plain) && typeof item === 'string') clean[name] = maskPhone(item)
    else clean[name] = redact(item, insideError || errorKeys.has(name), depth + 1)
  }
  return clean
}

/**
 * Properties of an error that are logged. Libraries attach more, for example a whole connection or the values of a row that
 * violated a constraint.
 */
const loggedProperties = [
  'code',
  'severity',
  'constraint',
  'table',
  'column',
  'errno',
  'syscall',
  'address',
  'port',
  'incident',
  'step',
]

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const more = Object.entries(error).filter(([field]) => loggedProperties.includes(field))
  const errors: unknown[] = error instanceof AggregateError ? error.errors : []
  return {
    type: name,
    message,
    stack,
    ...Object.fromEntries(more),
    ...(errors.length === 0 || depth > 3
      ? {}
      : { errors: errors.map((one) => describeError(one, depth + 1)) }),
    ...(cause === undefined || depth > 3 ? {} : { cause: describeError(cause, depth + 1) }),
  }
}

/**
 * Creates the server's log. It leaves out tokens, signs, passwords, codes, authorization headers and cookies, and masks phone
 * numbers, at any depth.
 *
 * @param destination standard output by default
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) =>
          redact(
            Object.fromEntries(
              Object.entries(fields).map(([name, value]) => [
                name,
                errorKeys.has(name) ? describeError(value) : value,
              ]),
            ),
            false,
            0,
          ) as Record<string, unknown>,
      },
      // The formatter does not see the bindings of child loggers.
      redact: {
        paths: [...secret, ...phone],
        censor: (value, [name]) => (phone.has(name ?? '') ? maskPhone(String(value)) : '[redacted]'),
      },
      // The formatter above describes errors.
      serializers: { err: (value: unknown) => value },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )
}
