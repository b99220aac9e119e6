/**
 * A second library for BLS12-381 (mcl, in C++ as WebAssembly) gives the same verdict as ours on signatures of beacon rounds. From
 * RFC 9380 it takes the map to the curve; expand_message_xmd is written out here, because the library fixes another domain.
 */
import { createHash } from 'node:crypto'
import mcl from 'mcl-wasm'
import { beforeAll, expect, test } from 'vitest'
import { QUICKNET } from '../../src/beacon.ts'
import proofVectors from '../../proof-vectors.json' with { type: 'json' }
import { localChain, signRound, verifyRound } from '../../src/signatures/bls.ts'
import { VECTORS } from '../../src/testing/vectors-file.ts'

const DOMAIN = Buffer.from('BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_', 'ascii')
/** order of the field of BLS12-381 */
const P = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn
/** the generator of G2, compressed (draft-irtf-cfrg-pairing-friendly-curves, section 4.2.1) */
const G2 =
  '93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8'

beforeAll(async () => {
  await mcl.init(mcl.BLS12_381)
  // the serialisation of drand, and the map to the curve of RFC 9380
  mcl.setETHserialization(true)
  mcl.setMapToMode(mcl.IRTF)
  mcl.verifyOrderG1(true)
  mcl.verifyOrderG2(true)
})

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest()

/** expand_message_xmd of RFC 9380, section 5.3.1, with SHA-256, to 128 bytes. */
function expanded(message: Uint8Array): Buffer {
  const domain = Buffer.from([...DOMAIN, DOMAIN.length])
  const first = sha256(Buffer.alloc(64), message, Buffer.of(0, 128, 0), domain)
  const blocks = [sha256(first, Buffer.of(1), domain)]
  for (let i = 2; i <= 4; i++) {
    const mixed = blocks.at(-1)!.map((byte, at) => byte ^ first[at]!)
    blocks.push(sha256(mixed, Buffer.of(i), domain))
  }
  return Buffer.concat(blocks)
}

/** hash_to_curve of the message of a round. */
function pointOf(round: number): mcl.G1 {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(round))
  const uniform = expanded(sha256(bytes))
  const [left, right] = [0, 64].map((at) => {
    const element = new mcl.Fp()
    element.setStr(String(BigInt(`0x${uniform.toString('hex', at, at + 64)}`) % P), 10)
    return element.mapToG1()
  })
  return mcl.add(left!, right!)
}

/** The verdict of the second library; what it cannot read is not a signature. */
function second(publicKey: string, round: number, signature: string): boolean {
  const point = new mcl.G1()
  const key = new mcl.G2()
  const generator = new mcl.G2()
  try {
    point.deserialize(Buffer.from(signature, 'hex'))
    key.deserialize(Buffer.from(publicKey, 'hex'))
  } catch {
    return false
  }
  generator.deserialize(Buffer.from(G2, 'hex'))
  return mcl.pairing(point, generator).isEqual(mcl.pairing(pointOf(round), key))
}

const { beaconRound: ROUND, beaconSignature: SIGNATURE } = VECTORS.draw

/** The beacons of the worked documents: rounds of the public beacon and of a local one. */
function workedBeacons(): { publicKey: string; round: number; signature: string }[] {
  const found: { publicKey: string; round: number; signature: string }[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { round, signature, publicKey = QUICKNET.publicKey } = value as Record<string, unknown>
    if (typeof round === 'number' && typeof signature === 'string' && signature.length === 96)
      found.push({ publicKey: String(publicKey), round, signature })
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(proofVectors)
  return found
}

test('both accept the kept rounds of quicknet and of the worked documents, and neither for another round', () => {
  const kept = [{ publicKey: QUICKNET.publicKey, round: ROUND, signature: SIGNATURE }, ...workedBeacons()]
  expect(kept.length).toBeGreaterThan(4)
  for (const { publicKey, round, signature } of kept) {
    const chain = { ...QUICKNET, publicKey }
    for (const of of [round, round + 1, round - 1]) {
      expect(verifyRound(chain, of, signature)).toBe(of === round)
      expect(second(publicKey, of, signature)).toBe(of === round)
    }
  }
})

test('the second accepts what our local beacon signs, and only with its key', () => {
  for (let n = 1; n <= 4; n++) {
    const secret = String(n).repeat(64)
    const chain = localChain(secret)
    const round = 20_000_000 + n
    const signature = signRound(secret, round)
    expect(verifyRound(chain, round, signature)).toBe(true)
    expect(second(chain.publicKey, round, signature)).toBe(true)
    expect(second(QUICKNET.publicKey, round, signature)).toBe(false)
  }
})

test('both refuse what is no signature of the round', () => {
  const negated = (Number.parseInt(SIGNATURE[0]!, 16) ^ 2).toString(16) + SIGNATURE.slice(1)
  const other = signRound('01'.repeat(32), ROUND)
  const infinity = `c0${'00'.repeat(47)}`
  const uncompressed = `0${SIGNATURE.slice(1)}`
  const beyondField = `9f${'ff'.repeat(47)}`
  const wrong = [
    negated,
    other,
    infinity,
    uncompressed,
    beyondField,
    SIGNATURE.slice(2),
    `${SIGNATURE}00`,
    '',
  ]
  // small abscissas: most are not on the curve, and no point of them is in the group of prime order
  for (let x = 0; x < 12; x++) wrong.push(`80${'00'.repeat(46)}${x.toString(16).padStart(2, '0')}`)
  for (const signature of wrong) {
    expect(verifyRound(QUICKNET, ROUND, signature), signature).toBe(false)
    expect(second(QUICKNET.publicKey, ROUND, signature), signature).toBe(false)
  }
})
