// npm start: installs when needed, builds the web app when its sources changed, then becomes the server.
import { spawnSync } from 'node:child_process'
import os from 'node:os'
import { becomeNode, ensureInstalled, pinnedNode, refuse, root } from './bootstrap.js'

ensureInstalled()
const args = process.argv.slice(2)
// With an argument the server only prints help, or how to get it.
if (args.length === 0) {
  if (process.env.DATABASE_URL === undefined && !hasName())
    refuse(
      `User number ${process.getuid()} has no name on this machine, and PostgreSQL starts for users with a name only. ` +
        'Add the user to /etc/passwd, start Fairlot as another user, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  // scripts/build.ts decides whether to build, for npm start and for npm test.
  const { status } = spawnSync(pinnedNode(), ['scripts/build.ts'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) refuse('The web app could not be built, see above.')
}
becomeNode(['apps/server/src/main.ts', ...args])

/** Whether the user of this process is in the list of users, where initdb looks it up. */
function hasName() {
  try {
    os.userInfo()
    return true
  } catch {
    return false
  }
}
