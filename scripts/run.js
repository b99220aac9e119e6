// node scripts/run.js <script> [arguments]: installs when needed, then runs the script with the pinned Node.
import { becomeNode, ensureInstalled, refuse } from './bootstrap.js'

if (process.argv.length < 3) refuse('Usage: node scripts/run.js <script> [arguments]')
ensureInstalled()
becomeNode(process.argv.slice(2))
