/**
 * Writes `.br` and `.gz` beside the text files of a built web app; the server sends them to clients that accept them. Copies are
 * kept by the hash of the content, so a build compresses only what changed.
 */
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Images and fonts are compressed already. */
const TEXT = /\.(?:html|js|mjs|css|json|svg|webmanifest)$/
/** One more packet costs less than the work of decompression below this. */
const FROM_BYTES = 256

const ENCODINGS = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: 24,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
} satisfies Record<string, (bytes: Buffer) => Promise<Buffer>>
type Extension = keyof typeof ENCODINGS

/**
 * Compresses the files of `directory`. A copy that is not smaller than its file is not written.
 *
 * @param kept keeps the copies between builds; those that this build does not use are removed
 */
export async function compressFiles(directory: string, kept: string): Promise<void> {
  await mkdir(kept, { recursive: true })
  const known = new Set(await readdir(kept))
  const used = new Map<string, Promise<void>>()
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))

  /** Makes the copy unless it is kept. An empty copy says that this content does not get smaller. */
  async function keep(name: string, extension: Extension, bytes: Buffer): Promise<void> {
    if (known.has(name)) return
    const smaller = await ENCODINGS[extension](bytes)
    await writeFile(path.join(kept, name), smaller.length < bytes.length ? smaller : '')
  }

  async function compress(file: string): Promise<void> {
    const bytes = await readFile(file)
    if (bytes.length < FROM_BYTES) return
    const hash = createHash('sha256').update(bytes).digest('hex')
    for (const extension of Object.keys(ENCODINGS) as Extension[]) {
      const name = `${hash}.${extension}`
      const making = used.get(name) ?? keep(name, extension, bytes)
      used.set(name, making)
      await making
      const { size } = await stat(path.join(kept, name))
      if (size > 0) await copyFile(path.join(kept, name), `${file}.${extension}`)
    }
  }

  const waiting = [...files]
  const worker = async (): Promise<void> => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) await compress(file)
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  await Promise.all([...known].filter((name) => !used.has(name)).map((name) => rm(path.join(kept, name))))
}
