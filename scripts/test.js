// npm test and npm run soak: install when needed, then run scripts/test.ts with the pinned Node.
import { becomeNode, ensureInstalled } from './bootstrap.js'

ensureInstalled()
becomeNode(['scripts/test.ts', ...process.argv.slice(2)])
