import { defineConfig } from 'vitest/config'

// Each file starts a server of its own; two of them fit two cores.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
