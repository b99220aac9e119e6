import { existsSync, writeFileSync } from 'node:fs'
import type { Given, Option } from './command.ts'
import type { Desk } from './desk.ts'
import { Problem } from './problem.ts'

type Picture = { base64: string; width: number; height: number }

export const PICTURE_FILE: Option = {
  name: 'file',
  value: 'path',
  about: 'the file to write; it must not exist',
  required: true,
}

/**
 * Writes a private picture into a new file that only the operator can read.
 *
 * @param fetched asks the server, which writes to the audit log; not called when the file exists
 * @throws Problem when the file exists
 */
export async function savePicture(desk: Desk, given: Given, fetched: () => Promise<Picture>): Promise<void> {
  const file = given.text('file')
  if (existsSync(file)) throw new Problem(`The file ${file} exists. Name another one.`)
  const { base64, ...rest } = await fetched()
  writeFileSync(file, Buffer.from(base64, 'base64'), { mode: 0o600, flag: 'wx' })
  await desk.show({ ...rest, file }, () =>
    desk.out(`${file} has the picture (${rest.width} × ${rest.height}). Delete it after the decision.`),
  )
}
