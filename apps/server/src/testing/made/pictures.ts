/** Pictures for tests of uploads, and the call that sends one. */
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Output } from '@fairlot/contract/define'
import { operatorUpload, UPLOAD_FILE_FIELD, upload, type UploadPurpose } from '@fairlot/contract/media/upload'
import { sendFile, sendUpload } from '@fairlot/contract/media/upload-client'
import { BASE_PATH, OPERATOR_COOKIE, WIRE_FIELDS, type Answer, type Envelope } from '@fairlot/contract/wire'
import sharp from 'sharp'
import { envelope, type RawCall, type TestClient } from '../client.ts'
import type { OperatorClient } from '../operator-client.ts'

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A picture of one colour; another `shade` gives another file. */
export function makePicture(
  options: { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp'; shade?: number } = {},
): Promise<Buffer> {
  const { width = 200, height = 120, format = 'jpeg', shade = 90 } = options
  return sharp({ create: { width, height, channels: 3, background: { r: shade, g: 120, b: 200 } } })
    .toFormat(format)
    .toBuffer()
}

const blobOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])

/** Sends a picture by the product's client. @throws CallError */
export function sendPicture(
  url: string,
  client: TestClient,
  bytes: Uint8Array,
  purpose: UploadPurpose = 'identity',
): Promise<Output<typeof upload>> {
  return sendUpload(client, { purpose, sha256: sha256Of(bytes) }, blobOf(bytes), async (path, form) => {
    const response = await fetch(url + path, { method: 'POST', body: form })
    return response.json()
  })
}

/** Sends a picture of a product as an operator. @throws CallError */
export function sendProductPicture(
  url: string,
  client: OperatorClient,
  bytes: Uint8Array,
): Promise<Output<typeof operatorUpload>> {
  return sendFile(client, operatorUpload, { sha256: sha256Of(bytes) }, blobOf(bytes), async (path, form) => {
    const headers = { cookie: `${OPERATOR_COOKIE}=${client.token ?? ''}` }
    const response = await fetch(url + path, { method: 'POST', headers, body: form })
    return response.json()
  })
}

/** Uploads small pictures. @returns their ids */
export async function somePictures(url: string, client: TestClient, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++)
    ids.push((await sendPicture(url, client, await makePicture({ shade: i }))).id)
  return ids
}

/** The parts of a multipart body in their order. */
export type Part = { name: string; value: string } | { name: string; file: Uint8Array }

/** The parts of a correct upload: the signed fields, then the file. */
export function uploadParts(call: Omit<RawCall, 'path'>, file: Uint8Array): Part[] {
  const param = call.param ?? { purpose: 'identity', sha256: sha256Of(file) }
  const fields: Envelope = envelope({ ...call, param, path: upload.path })
  return [...WIRE_FIELDS.map((name) => ({ name, value: fields[name] })), { name: UPLOAD_FILE_FIELD, file }]
}

export const BOUNDARY = 'boundary-of-a-test'

/** A multipart body of these parts. */
export function multipartOf(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = []
  for (const part of parts) {
    const isFile = 'file' in part
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${part.name}"${isFile ? '; filename="x"' : ''}\r\n\r\n`
    pieces.push(
      Buffer.from(head),
      isFile ? Buffer.from(part.file) : Buffer.from(part.value),
      Buffer.from('\r\n'),
    )
  }
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** Posts a body that may be malformed, and returns the answer with any flag. */
export async function postUpload(
  url: string,
  body: Buffer,
  type = `multipart/form-data; boundary=${BOUNDARY}`,
): Promise<Answer> {
  const response = await fetch(url + BASE_PATH + upload.path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(body),
  })
  if (response.status !== 200) throw new Error(`status ${response.status}`)
  return (await response.json()) as Answer
}

/** A JPEG that lies on its side, with a camera, a name and a place in its metadata. */
export const pictureWithPlace = async (): Promise<Buffer> =>
  sharp(await makePicture())
    .withExif({
      IFD0: { Make: 'Camera of Asha', Artist: 'Asha Rao', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '23/1 48/1 37/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '90/1 24/1 45/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** A PNG that declares a size and has the pixels of one line only. */
export function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(width + 1))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><script>alert(1)</script></svg>'

/** Files that no upload takes: what they are, how they are made, and the code of the refusal. */
export const HOSTILE_FILES = [
  ['a picture of more than 25 million pixels', () => pngOf(5_001, 5_000), 'UPLOAD_PIXELS'],
  ['a bomb of 3.6 billion pixels', () => pngOf(60_000, 60_000), 'UPLOAD_PIXELS'],
  ['a picture of one line', () => pngOf(20_000, 1), 'UPLOAD_PIXELS'],
  ['a picture whose pixels are missing', () => pngOf(500, 500), 'UPLOAD_UNREADABLE'],
  ['an SVG', () => Buffer.from(svg), 'UPLOAD_TYPE'],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj'), 'UPLOAD_TYPE'],
  ['a page of HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'UPLOAD_TYPE'],
  ['an empty file', () => Buffer.alloc(0), 'UPLOAD_TYPE'],
  [
    'HTML after the first bytes of a JPEG',
    () => Buffer.from(`\xff\xd8\xff\xe0${svg}`, 'latin1'),
    'UPLOAD_UNREADABLE',
  ],
  [
    'an SVG after the first bytes of a PNG',
    () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1'),
    'UPLOAD_UNREADABLE',
  ],
  [
    'an SVG in a container of WebP',
    () => Buffer.from(`RIFF\0\0\0\0WEBP${svg}`, 'latin1'),
    'UPLOAD_UNREADABLE',
  ],
] as const
