import { MAX_UPLOAD_BYTES } from '@fairlot/contract/media/upload'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { preparePicture } from './prepare-picture.ts'

const JPEG = [0xff, 0xd8, 0xff, 0xe0]
const WEBP = [...new TextEncoder().encode('RIFF0000WEBP')]
const file = (head: readonly number[], size = 200) => {
  const bytes = new Uint8Array(size)
  bytes.set(head)
  return new Blob([bytes])
}
const bitmapOf = (width: number, height: number) => vi.fn(async () => ({ width, height, close: vi.fn() }))

afterEach(() => vi.unstubAllGlobals())

describe('a chosen file', () => {
  test.each([
    ['a JPEG', JPEG],
    ['a PNG', [0x89, 0x50, 0x4e, 0x47]],
    ['a WebP', WEBP],
  ])('is sent as it is when it is %s of moderate size', async (_, head) => {
    vi.stubGlobal('createImageBitmap', bitmapOf(1600, 1200))
    const chosen = file(head)
    expect(await preparePicture(chosen)).toEqual({ file: chosen })
  })

  test('is refused when it is no picture, whatever its name says', async () => {
    vi.stubGlobal(
      'createImageBitmap',
      vi.fn(() => Promise.reject(new DOMException('no picture'))),
    )
    expect(await preparePicture(new File(['%PDF-1.7 …'], 'id.jpg'))).toEqual({ problem: 'type' })
  })

  test('is refused when one side has fewer than 64 pixels', async () => {
    vi.stubGlobal('createImageBitmap', bitmapOf(900, 40))
    expect(await preparePicture(file(JPEG))).toEqual({ problem: 'small' })
  })

  test('is refused when it is too large and this browser cannot make it smaller', async () => {
    expect(await preparePicture(file(JPEG, MAX_UPLOAD_BYTES + 1))).toEqual({ problem: 'large' })
    expect(await preparePicture(file(JPEG, MAX_UPLOAD_BYTES))).toHaveProperty('file')
  })
})
