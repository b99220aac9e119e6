/**
 * Reads a multipart body strictly: the fields of the envelope, each once, then one file and nothing after it
 * (packages/contract/src/media/upload.ts). The fields are returned as soon as the file begins, so that a call is checked before its
 * file is in memory.
 */
import type { IncomingMessage } from 'node:http'
import { MAX_UPLOAD_BYTES, UPLOAD_FILE_FIELD, UPLOADS_AT_A_TIME } from '@fairlot/contract/media/upload'
import { WIRE_FIELDS, type WireField } from '@fairlot/contract/wire'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { Refusal } from '../refusal.ts'
import type { Form } from './envelope.ts'

export type Parts = {
  /** undefined: malformed */
  readonly form: Form | undefined
  /**
   * Reads the file, once.
   * @param holder who sends it: files in memory are counted for each
   * @throws Refusal UPLOAD_TOO_LARGE, UPLOAD_DAMAGED, INPUT_INVALID, TOO_MANY_CALLS
   */
  readFile(holder: string): Promise<Uint8Array>
  /** Stops reading. Call it after the answer was made. */
  end(): void
}

export type Multipart = {
  /** Reads the fields. `aborted`: the client closed the connection before. */
  read(request: IncomingMessage): Promise<Parts | 'aborted'>
}

const MEGABYTE = 1024 * 1024
const MAX_FIELD_BYTES = 2_048
/** Files in memory at a time, of all callers. */
const FILES_AT_A_TIME = 16
const FULL_RETRY_SECONDS = 5

const isWireField = (name: string): name is WireField => WIRE_FIELDS.some((field) => field === name)

/** @returns undefined when the content type is not multipart/form-data with a boundary */
function parserOf(request: IncomingMessage): BusboyInstance | undefined {
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) return undefined
  const limits = {
    fieldSize: MAX_FIELD_BYTES,
    fields: WIRE_FIELDS.length,
    files: 1,
    fileSize: MAX_UPLOAD_BYTES,
    parts: WIRE_FIELDS.length + 1,
    headerPairs: 5,
    headerSize: 1_024,
  }
  try {
    return new Busboy({ headers: { 'content-type': type }, limits })
  } catch {
    // the boundary is missing or malformed
    return undefined
  }
}

const MALFORMED: Parts = {
  form: undefined,
  readFile: () => Promise.reject(new Refusal('INPUT_INVALID')),
  end: () => undefined,
}

type Fields = { form: Form; file: BusboyFileStream }

/** All bytes of a file. @throws Refusal UPLOAD_TOO_LARGE as soon as it is over the limit */
function bytesOf(file: BusboyFileStream): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    file.on('data', (chunk: Buffer) => chunks.push(chunk))
    file.once('limit', () =>
      reject(new Refusal('UPLOAD_TOO_LARGE', { values: { size: MAX_UPLOAD_BYTES / MEGABYTE } })),
    )
    file.once('end', () => resolve(Buffer.concat(chunks)))
    file.once('error', () => reject(new Refusal('UPLOAD_DAMAGED')))
  })
}

/**
 * Feeds a request to the parser.
 *
 * @param onFields called once: with the fields and the file that follows them, or with undefined when the body is malformed
 * @returns how the body ended: `whole`, `malformed`, or `aborted` by the client
 */
function parse(
  request: IncomingMessage,
  parser: BusboyInstance,
  onFields: (fields: Fields | undefined) => void,
): Promise<'whole' | 'malformed' | 'aborted'> {
  return new Promise((resolve) => {
    const form: Form = {
      date: undefined,
      sign: undefined,
      language: undefined,
      token: undefined,
      param: undefined,
    }
    let begun = false
    let wrong = false
    const refuse = () => {
      wrong = true
      if (!begun) onFields(undefined)
      begun = true
      resolve('malformed')
    }
    parser.on('field', (name, value, nameCut, valueCut) => {
      const isKnown = isWireField(name) && form[name] === undefined
      if (begun || !isKnown || nameCut || valueCut || value.includes('\0')) return refuse()
      form[name] = value
    })
    parser.on('file', (name, file) => {
      // a damaged body is reported by its end
      file.on('error', () => undefined)
      if (begun || name !== UPLOAD_FILE_FIELD) {
        file.resume()
        return refuse()
      }
      begun = true
      onFields({ form, file })
    })
    for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) parser.on(limit, refuse)
    parser.on('error', refuse)
    // without a file the call is malformed
    parser.on('finish', () => (begun && !wrong ? resolve('whole') : refuse()))
    request.once('close', () => {
      if (!request.complete) resolve('aborted')
    })
    request.pipe(parser)
  })
}

export function createMultipart(): Multipart {
  let inMemory = 0
  /** holder → files of theirs in memory */
  const held = new Map<string, number>()
  const heldBy = (holder: string) => held.get(holder) ?? 0

  function takePlace(holder: string): void {
    if (inMemory >= FILES_AT_A_TIME || heldBy(holder) >= UPLOADS_AT_A_TIME)
      throw new Refusal('TOO_MANY_CALLS', { retryAfter: FULL_RETRY_SECONDS })
    inMemory++
    held.set(holder, heldBy(holder) + 1)
  }

  function releasePlace(holder: string): void {
    inMemory--
    const left = heldBy(holder) - 1
    if (left > 0) held.set(holder, left)
    else held.delete(holder)
  }

  async function collect(
    file: BusboyFileStream,
    ended: Promise<string>,
    holder: string,
  ): Promise<Uint8Array> {
    takePlace(holder)
    try {
      const bytes = bytesOf(file)
      // the body can end without an end of the file
      const broken = ended.then((how) => {
        if (how === 'whole') return bytes
        throw new Refusal(how === 'aborted' ? 'UPLOAD_DAMAGED' : 'INPUT_INVALID')
      })
      return await Promise.race([broken, bytes.then(() => broken)])
    } finally {
      releasePlace(holder)
    }
  }

  return {
    async read(request) {
      const parser = parserOf(request)
      if (!parser) return MALFORMED
      const fields = Promise.withResolvers<Fields | undefined | 'aborted'>()
      const ended = parse(request, parser, fields.resolve)
      void ended.then((how) => how === 'aborted' && fields.resolve(how))
      const end = () => {
        request.unpipe(parser)
        parser.destroy()
      }
      const first = await fields.promise
      if (first === 'aborted') return first
      if (first === undefined) return { ...MALFORMED, end }
      return { form: first.form, readFile: (holder) => collect(first.file, ended, holder), end }
    },
  }
}
