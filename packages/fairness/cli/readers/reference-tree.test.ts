/**
 * Our Merkle tree has the values of the public reference vectors of RFC 6962: leaves, roots and proofs that the Certificate
 * Transparency projects (google/certificate-transparency, google/trillian, transparency-dev/merkle) test their own trees with.
 */
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js'
import { describe, expect, test } from 'vitest'
import { fromHex } from '../../src/bytes.ts'
import {
  consistencyProof,
  inclusionProof,
  leafHash,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from '../../src/log.ts'

const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const [A, B, C, D, E, F, G, H] = [
  '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
] as const

/** index from 0, size of the tree, path */
const INCLUSION: readonly (readonly [index: number, size: number, path: readonly string[]])[] = [
  [0, 1, []],
  [0, 8, [A, B, C]],
  [5, 8, [D, E, F]],
  [2, 3, [H]],
  [1, 5, [ROOTS[0]!, B, D]],
]
/** both sizes, path */
const CONSISTENCY: readonly (readonly [older: number, newer: number, path: readonly string[]])[] = [
  [1, 1, []],
  [1, 8, [A, B, C]],
  [6, 8, [G, E, F]],
  [2, 5, [B, D]],
]

const hashes = LEAVES.map((hex) => leafHash(fromHex(hex)))
const other = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

describe('the reference vectors of RFC 6962', () => {
  test('have the roots of our tree at every size', () => {
    expect(treeRoot([])).toBe(other)
    ROOTS.forEach((root, i) => expect(treeRoot(hashes.slice(0, i + 1))).toBe(root))
  })

  test.each(INCLUSION)(
    'of entry %i in a tree of %i have our inclusion path, and no altered one',
    (index, size, path) => {
      expect(inclusionProof(hashes.slice(0, size), index)).toEqual(path)
      const proof = { leaf: hashes[index]!, index, size, path, root: ROOTS[size - 1]! }
      expect(verifyInclusion(proof)).toBe(true)
      for (const change of [
        { index: index - 1 },
        { index: index + 1 },
        { size: size * 2 },
        { size: size >> 1 },
        { leaf: other },
        { root: other },
        { path: [...path, proof.root] },
        { path: [proof.root, ...path] },
        ...path.map((_, i) => ({ path: path.with(i, other) })),
        ...(path.length > 0 ? [{ path: path.slice(0, -1) }] : []),
      ])
        expect(verifyInclusion({ ...proof, ...change }), JSON.stringify(change)).toBe(false)
    },
  )

  test.each(CONSISTENCY)(
    'of the sizes %i and %i have our consistency path, and no altered one',
    (older, newer, path) => {
      expect(consistencyProof(hashes.slice(0, newer), older)).toEqual(path)
      const [oldRoot, newRoot] = [ROOTS[older - 1]!, ROOTS[newer - 1]!]
      const proof = { oldSize: older, oldRoot, newSize: newer, newRoot, path }
      expect(verifyConsistency(proof)).toBe(true)
      for (const change of [
        { oldSize: older + 1 },
        { newSize: newer * 2 },
        { oldRoot: other },
        { newRoot: other },
        { path: [...path, newRoot] },
        ...path.map((_, i) => ({ path: path.with(i, other) })),
        ...(path.length > 0 ? [{ path: path.slice(0, -1) }, { path: [path[0]!, ...path] }] : []),
      ])
        expect(verifyConsistency({ ...proof, ...change }), JSON.stringify(change)).toBe(false)
    },
  )

  test("are accepted by Sigstore's verifier with our paths, for every entry of every size", () => {
    const read = (index: number, size: number, path: readonly string[]): void => {
      const entry = {
        inclusionProof: { logIndex: String(index), hashes: path.map((hash) => Buffer.from(hash, 'hex')) },
        canonicalizedBody: Buffer.from(LEAVES[index]!, 'hex'),
      } as unknown as Parameters<typeof verifyMerkleInclusion>[0]
      const checkpoint = { logSize: BigInt(size), logHash: Buffer.from(ROOTS[size - 1]!, 'hex') }
      verifyMerkleInclusion(entry, checkpoint as Parameters<typeof verifyMerkleInclusion>[1])
    }
    for (let size = 1; size <= LEAVES.length; size++)
      for (let index = 0; index < size; index++) {
        const path = inclusionProof(hashes.slice(0, size), index)
        expect(() => read(index, size, path)).not.toThrow()
        expect(() => read(index, size, [...path, other])).toThrow()
      }
  })
})
