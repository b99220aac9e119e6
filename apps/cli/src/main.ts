/** `npm run operator -- <command>`: the operators' command line. */
import { spawn } from 'node:child_process'
import { createAsk } from './ask.ts'
import type { Outside } from './desk.ts'
import { operate } from './operate.ts'
import { configFolder } from './private-folder.ts'

const { env: environment, stdin, stdout, stderr } = process

// the reader of a pipe may close it early: `… | head`
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const outside: Outside = {
  environment,
  folder: configFolder(environment),
  fetch,
  now: Date.now,
  out: (line) => void stdout.write(`${line}\n`),
  note: (line) => void stderr.write(`${line}\n`),
  colour: stdout.isTTY && !environment['NO_COLOR'],
  columns: stdout.isTTY ? stdout.columns : null,
  ask: createAsk({ environment, input: stdin, output: stderr }),
  program: (file, args) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit' })
      child.on('error', reject)
      child.on('close', (code) => resolve(code ?? 1))
    }),
}

process.exitCode = await operate(process.argv.slice(2), outside)
