/**
 * Questions: on a terminal, secrets without echo; for scripts from the environment, else line by line from standard
 * input. Never from arguments, which everybody on the machine can read in the list of processes.
 */
import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { Cancelled } from './problem.ts'

export type Question = {
  text: string
  /** variable of the environment that answers it */
  variable?: string
  /** what is typed is shown */
  echo?: true
}

export type Ask = {
  /** whether a person answers: then what was typed wrong can be asked for again */
  readonly person: boolean
  /** The answer; empty when there is none. @throws Cancelled */
  (question: Question): Promise<string>
  close(): void
}

export type AskOptions = {
  environment: NodeJS.ProcessEnv
  input: NodeJS.ReadStream
  /** where questions are written: not where answers of the server go */
  output: NodeJS.WriteStream
}

export function createAsk({ environment, input, output }: AskOptions): Ask {
  const person = input.isTTY
  let lines: Lines | undefined

  async function ask({ text, variable, echo }: Question): Promise<string> {
    const given = variable === undefined ? undefined : environment[variable]
    if (given) return given
    if (person) return onTerminal(input, output, text, echo === true)
    lines ??= linesOf(input)
    return lines.next()
  }
  return Object.assign(ask, { person, close: () => lines?.close() })
}

function onTerminal(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
  text: string,
  echo: boolean,
): Promise<string> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input, output: echo ? output : silence, terminal: true, historySize: 0 })
  if (!echo) output.write(text)
  return new Promise<string>((resolve, reject) => {
    reader.on('SIGINT', () => reader.close())
    // after an answer this changes nothing any more
    reader.on('close', () => reject(new Cancelled()))
    reader.question(echo ? text : '', (answer) => {
      resolve(answer)
      reader.close()
    })
  }).finally(() => {
    if (!echo) output.write('\n')
  })
}

type Lines = { next(): Promise<string>; close(): void }

function linesOf(input: NodeJS.ReadStream): Lines {
  const reader: Interface = createInterface({ input })
  const read: string[] = []
  let ended = false
  let wake: (() => void) | undefined
  reader.on('line', (line) => {
    read.push(line)
    wake?.()
  })
  reader.on('close', () => {
    ended = true
    wake?.()
  })
  return {
    async next() {
      while (read.length === 0 && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return read.shift() ?? ''
    },
    close: () => reader.close(),
  }
}
