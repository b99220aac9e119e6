/** Checks the shape of a proof document for the independent verifier. */
import type { Fields } from './bytes.fixture.ts'

export const isWhole = (v: unknown, min = 0): v is number =>
  typeof v === 'number' && Number.isSafeInteger(v) && v >= min && !Object.is(v, -0)
export const isHex = (v: unknown, bytes: number): boolean =>
  typeof v === 'string' && v.length === 2 * bytes && /^[0-9a-f]*$/.test(v)
const isDecimal = (v: unknown): boolean => typeof v === 'string' && /^(0|[1-9]\d*)$/.test(v)
const isPath = (v: unknown): boolean => Array.isArray(v) && v.every((hash) => isHex(hash, 32))

export function shaped(value: unknown, checks: Record<string, (v: unknown) => boolean>): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return (
    entries.length === Object.keys(checks).length &&
    entries.every(([key, v]) => Object.hasOwn(checks, key) && checks[key]!(v))
  )
}

const listOf = (check: (v: unknown) => boolean) => (v: unknown) => Array.isArray(v) && v.every(check)
const nullOr = (absent: boolean, check: (v: unknown) => boolean) => (v: unknown) =>
  absent ? v === null : check(v)

export function isProof(doc: unknown): boolean {
  const { terms } = (doc ?? {}) as { terms?: { grade?: unknown; bands?: unknown } | null }
  const grade = terms?.grade
  const plain = grade === 'plain'
  const unlit = grade !== 'beacon'
  const hash = (v: unknown) => isHex(v, 32)
  const tiers = Array.isArray(terms?.bands) ? terms.bands.length : 0
  const beacon = {
    chain: hash,
    round: (v: unknown) => isWhole(v, 1),
    signature: (v: unknown) => isHex(v, 48),
  }
  return shaped(doc, {
    version: (v) => v === 'fairlot-proof/1',
    kind: (v) => v === 'issue',
    deployment: (v) => typeof v === 'string' && /^[!-*,-~]{1,200}$/.test(v),
    terms: (t) =>
      shaped(t, {
        issue: (v) => typeof v === 'string' && /^[!-~]+-\d{4,}$/.test(v),
        shares: (v) => isWhole(v, 1),
        price: isDecimal,
        reading: (v) => v === 'all' || v === 'before-final',
        grade: (v) => v === 'plain' || v === 'salt' || v === 'beacon',
        offset: (v) => Number.isSafeInteger(v) && !Object.is(v, -0),
        chain: nullOr(unlit, hash),
        delay: nullOr(unlit, (v) => isWhole(v, 1)),
        bands: (v) => areBands(v, (t as Fields).shares as number),
        prizes: (v) => Array.isArray(v) && v.length === tiers && v.every(isDecimal),
        commitment: nullOr(plain, hash),
        at: (v) => isWhole(v),
      }),
    rows: (v) =>
      Array.isArray(v) &&
      v.length > 0 &&
      v.length <= ((terms as Fields).shares as number) &&
      v.every((row) =>
        shaped(row, {
          seq: (n) => isWhole(n, 1),
          ms: (n) => isWhole(n),
          time: (n) => isWhole(n) && n <= 235959999,
          first: (n) => isWhole(n, 1),
          quantity: (n) => isWhole(n, 1),
          tag: (n) => isHex(n, 8),
        }),
      ),
    seal: (s) =>
      shaped(s, {
        orders: (v) => isWhole(v, 1),
        digest: hash,
        sum: isDecimal,
        salt: nullOr(plain, hash),
        sealedAt: (v) => isWhole(v),
        round: nullOr(unlit, (v) => isWhole(v, 1)),
      }),
    beacon: nullOr(
      unlit,
      (b) => shaped(b, beacon) || shaped(b, { ...beacon, publicKey: (v) => isHex(v, 96) }),
    ),
    result: (r) =>
      shaped(r, {
        entropy: nullOr(plain, hash),
        code: (v) => isWhole(v, 1),
        tiers: (v) =>
          Array.isArray(v) &&
          v.length === tiers &&
          v.every((tier) =>
            shaped(tier, {
              tier: (n) => isWhole(n, 1) && n <= 20,
              from: (n) => isWhole(n),
              to: (n) => isWhole(n),
              prize: isDecimal,
              codes: (n) => isWhole(n),
            }),
          ),
      }),
    log: (l) =>
      l === null ||
      shaped(l, {
        entries: (v) =>
          Array.isArray(v) &&
          v.length === 3 &&
          listOf((entry) =>
            shaped(entry, {
              index: (n) => isWhole(n),
              bytes: (n) => typeof n === 'string' && n.length > 1,
              inclusion: isPath,
            }),
          )(v),
        sealCheckpoint: (v) => typeof v === 'string' && v.length > 1,
        checkpoint: (v) => typeof v === 'string' && v.length > 1,
        consistency: isPath,
        publicKey: hash,
      }),
  })
}

/** Bands ascend and do not overlap, so each ring distance is in at most one band. */
function areBands(value: unknown, shares: number): boolean {
  let least = 0
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((band) => {
      if (!Array.isArray(band) || band.length !== 2) return false
      const [from, to] = band as unknown[]
      if (!isWhole(from, least) || !isWhole(to, from) || 2 * to + 1 > shares) return false
      least = to + 1
      return true
    })
  )
}
