// npm start: installs when needed, builds the web app when its sources changed, then becomes the server.
import { spawnSync } from 'node:child_process'
import { becomeNode, ensureInstalled, pinnedNode, refuse, root } from './bootstrap.js'

ensureInstalled()
const args = process.argv.slice(2)
// With an argument the server only prints help, or how to get it.
if (args.length === 0) {
  // scripts/build.ts decides whether to build, for npm start and for npm test.
  const { status } = spawnSync(pinnedNode(), ['scripts/build.ts'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) refuse('The web app could not be built, see above.')
}
becomeNode(['apps/server/src/main.ts', ...args])
