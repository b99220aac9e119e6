/** Files with texts that operators name. */
import { readFileSync } from 'node:fs'
import { Problem } from './problem.ts'

/** The text of a file. @throws Problem when it cannot be read */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Problem(`The file ${file} cannot be read.`)
  }
}
