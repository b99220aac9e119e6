/**
 * How the verifier is made into one file (by Vite, see scripts/build.ts): everything in it but Node's own modules, so that
 * it runs wherever a Node is, and readable, so that it can be compared with this source.
 */
export default {
  root: import.meta.dirname,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    ssr: 'verify.ts',
    outDir: '../dist',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    copyPublicDir: false,
    rolldownOptions: {
      output: { format: 'es', entryFileNames: 'verifier.mjs', codeSplitting: false },
    },
  },
  // without this the libraries would stay imports
  ssr: { noExternal: true },
}
