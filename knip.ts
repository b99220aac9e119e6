import type { KnipConfig } from 'knip'

/**
 * `knip` sees everything; `knip --production` leaves the tests out, so that it finds what only tests use. Mark an export that
 * exists for tests with `@internal`. The packages export every file, so exports of those files are checked as well.
 */
const isProduction = process.argv.includes('--production')

const testFiles = ['!**/*.{test,fixture}.{ts,tsx}!', '!src/testing/**!']

const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  ignoreBinaries: ['apt-get', 'go'],
  ignoreIssues: {
    // the front door for sellers, also for those that are still to be written
    'apps/server/src/modules/ledger/index.ts': ['exports', 'types'],
    // The packages' export maps make entries of their test helpers, too.
    ...(isProduction && {
      '**/src/testing/**': ['exports', 'types'],
      '**/*.fixture.ts': ['exports', 'types'],
    }),
  },
  ignoreWorkspaces: isProduction ? ['e2e'] : [],
  workspaces: {
    '.': {
      entry: ['scripts/*.{ts,js}!'],
      project: ['scripts/**/*.{ts,js}!', '!scripts/**/*.test.ts!'],
      ignoreDependencies: ['oxlint', 'oxlint-tsgolint'],
    },
    'apps/cli': { entry: ['src/main.ts!'], project: ['src/**/*.ts!', ...testFiles] },
    'apps/server': {
      entry: [
        'src/main.ts!',
        'src/programs/{backup,doctor,go-live-check,log-export,operator-rescue,restore}.ts!',
        'src/**/*.fixture.ts',
      ],
      project: ['src/**/*.ts!', ...testFiles],
      includeEntryExports: true,
    },
    'apps/member': {
      // phones.ts is imported when the field needs it, under a name that knip does not follow
      // build/page-start.ts puts the files of src/start into index.html
      entry: [
        'src/main.tsx!',
        'src/start/start.{ts,css}!',
        'src/**/phones.ts!',
        'vite.config.ts!',
        'build/*.ts!',
      ],
      project: ['src/**/*.{ts,tsx,css}!', 'build/**/*.ts!', ...testFiles],
      // build/fonts.ts makes these files
      ignoreDependencies: [/^@fonts\//],
    },
    'packages/contract': { project: ['src/**/*.ts!', ...testFiles], includeEntryExports: true },
    // A library for other programs as well: each of its exports is public.
    // The kit is run by its file name, from the repository only.
    'packages/fairness': {
      entry: ['cli/*.ts!', 'kit/self-test.ts'],
      project: ['{src,cli}/**/*.ts!', 'kit/**/*.ts', ...testFiles],
    },
    bench: { entry: ['src/main.ts!', 'src/**/*.process.ts!'], project: ['**/*.ts!'] },
    e2e: { entry: ['run.ts', 'lighthouse.ts', 'play-tron.ts'], project: ['**/*.ts'] },
  },
}

export default config
