/** npm run dev: the server, which restarts on changes, and Vite with hot reload in front of it. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { commandLine } from '../packages/fairness/cli/arguments.ts'
import { root } from './process.ts'

commandLine({
  usage: `Usage: npm run dev

Starts the server, which restarts on changes, and the member app with reload. Variables as of npm start.`,
})

const port = process.env['PORT'] ?? '8080'
const env = { ...process.env, PORT: port, API_ORIGIN: `http://localhost:${port}` }
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env,
  }),
  spawn(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js')], {
    cwd: path.join(root, 'apps/member'),
    stdio: 'inherit',
    env,
  }),
]
// When one of them ends, so does the other.
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill('SIGTERM')
    process.exitCode = code ?? 0
  })
}
