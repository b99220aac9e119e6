/**
 * Asks questions: on a terminal, without echo for secrets. Scripts answer with environment variables or with lines on
 * standard input. Secrets are never arguments, because every user of the machine can read the list of processes.
 */
import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { Cancelled } from './problem.ts'

export type Question = {
  text: string
  /** environment variable with the answer */
  variable?: string
  /** show what is typed */
  echo?: true
}

export type Ask = {
  /** whether a person answers on a terminal; only then is a question repeated */
  readonly person: boolean
  /** Returns the answer; empty when there is none. @throws Cancelled */
  (question: Question): Promise<string>
  close(): void
}

export type AskOptions = {
  environment: NodeJS.ProcessEnv
  input: NodeJS.ReadStream
  /** stream for the questions; answers of the server go to another one */
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
    // has no effect after an answer
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
