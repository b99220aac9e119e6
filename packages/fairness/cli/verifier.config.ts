/**
 * Vite configuration that bundles the verifier into one file (see scripts/build.ts). The bundle imports only Node's own
 * modules, so it runs on any machine with Node. It is not minified, so a reader can compare it with this source.
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
  // bundles the libraries instead of importing them
  ssr: { noExternal: true },
}
