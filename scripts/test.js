// npm test: installs when needed, then everything of scripts/test.ts with the pinned Node.
import { becomeNode, ensureInstalled } from './bootstrap.js'

ensureInstalled()
becomeNode(['scripts/test.ts', ...process.argv.slice(2)])
