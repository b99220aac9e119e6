import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { contractSlim } from './build/contract-slim.ts'
import { firstSheet } from './build/first-sheet.ts'
import { fontPreload } from './build/font-preload.ts'
import { fonts } from './build/fonts.ts'
import { leanIcons } from './build/lean-icons.ts'
import { leanImports } from './build/lean-imports.ts'
import { messageFiles } from './build/messages.ts'
import { pageChunks } from './build/page-chunks.ts'
import { pageStart } from './build/page-start.ts'
import { tabIcon } from './build/tab-icon.ts'

/** The server's address in development. The server itself serves the built app. */
const server = process.env.API_ORIGIN ?? `http://localhost:${process.env.PORT ?? '3000'}`

/** What changes seldom: returning members keep it. Each further file costs a connection or a round trip on a slow phone. */
const VENDOR =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router(?!.*useBlocker)|router-core|history|store|react-store))[\\/]/
/** The code that every page needs: one file compresses better than a dozen. */
const CORE = new RegExp(
  [
    String.raw`node_modules[\\/](zustand|@base-ui[\\/]react[\\/](csp|direction|internals[\\/](csp|direction)))`,
    String.raw`node_modules[\\/]@tanstack[\\/](query-core|react-query)[\\/](?!.*(infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation))`,
    String.raw`lucide-react[\\/]dist[\\/]esm[\\/](?!icons)`,
    String.raw`lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](check|x|chevron-left|chevron-right|cloud-off|triangle-exclamation-point|wifi-off)\.`,
    String.raw`contract[\\/]src[\\/](client|wire|flags|languages|define|money[\\/]number-marks|kinds[\\/]issue-kinds|media[\\/]media-path|endpoints[\\/]home)\.ts`,
    String.raw`fairness[\\/]src[\\/](signatures[\\/]sign-text|bytes)\.ts`,
    String.raw`virtual:message-hashes|vite[\\/]preload-helper`,
    String.raw`member[\\/]src[\\/](api(?![\\/](attempts|uuid|leads-on))|start|queries(?![\\/](pages|known|actions))|live(?![\\/]stream)|stores|i18n(?![\\/]lazy)|router|shell(?![\\/]desk)|routes|paths|timing|main|styles)`,
    String.raw`member[\\/]src[\\/]ui[\\/](lucide-icon|cx|layout[\\/](page|use-wide)|navigation[\\/](crumbs|head-parts|nav-bar|notice-part|tab-)|buttons[\\/](icon-)?button|values[\\/]ago)`,
    String.raw`member[\\/]src[\\/](ui[\\/]feedback[\\/](spinner|offline-bar|toast|use-after|empty-state|error-state|query-state)|parts[\\/]brand[\\/]brand-mark)`,
  ].join('|'),
)
/** The icons that home and its parts import. A missing one increases the first load. */
const HOME_ICONS =
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](coins|globe|ticket|trophy|user-plus|wallet)\./
/** The components that home and most other pages use: as a part of the core they compress better than beside it. */
const SHARED = new RegExp(
  [
    String.raw`member[\\/]src[\\/]ui[\\/](strip|layout[\\/](card|stage|ticket)|feedback[\\/]skeleton|lists[\\/]pull-to-refresh)`,
    String.raw`member[\\/]src[\\/]ui[\\/]values[\\/](avatar|countdown|money|num|rich|tiles)`,
    String.raw`member[\\/]src[\\/]parts[\\/](brand[\\/]play-money-badge|goods-card|shares[\\/](code-chip|share-strip))`,
    String.raw`member[\\/]src[\\/](parts[\\/]preferences[\\/]language-menu|portraits[\\/](art|portrait|objects))`,
  ].join('|'),
)

/** The endpoints that `live/stream-events.ts` names, without their schemas (build/contract-slim.ts). */
const CALLS =
  /contract[\\/]src[\\/]endpoints[\\/](finance|game|guard|stream|wallet|mall[\\/](goods|orders))\.ts$/

/** Lists of the contract that the schemas of these endpoints use, and few pages. */
const KINDS =
  /contract[\\/]src[\\/](kinds[\\/](game-kinds|guard-kinds|recharge-ways)|life[\\/]recharge-life)\.ts$/

/** Code of the product that is no page, but for forms and sheets, which few pages show at first. */
const PARTS = /(member[\\/]src[\\/](parts|ui|queries|i18n|screens[\\/]goods)|contract[\\/]src)[\\/]/

export default defineConfig({
  // The package exists for versions of React without this hook.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  plugins: [
    react(),
    tailwindcss(),
    contractSlim(),
    leanIcons(),
    leanImports(),
    fonts(),
    firstSheet(),
    messageFiles(),
    fontPreload(),
    tabIcon(),
    pageStart(),
    VitePWA({
      // `src/shell/worker.ts` registers the service worker; an injected script would be inline.
      injectRegister: null,
      registerType: 'prompt',
      manifest: {
        id: '/',
        name: 'Fairlot',
        short_name: 'Fairlot',
        description: 'A lucky-draw mall whose every draw can be checked by anyone.',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#f3f4f0',
        theme_color: '#0a4552',
        icons: [
          { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { src: '/icons/maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
        ],
      },
      workbox: {
        // Shell and screens are cached for offline use. Languages and the phone library are cached once they have been
        // used (runtime caching below).
        globPatterns: ['index.html', 'icons/*.svg', 'assets/**/*.{js,css,woff2,svg}'],
        globIgnores: ['assets/phones-*'],
        navigateFallback: '/index.html',
        navigateFallbackAllowlist: [/^\/(?:\?|$)/],
        cleanupOutdatedCaches: true,
        runtimeCaching: [
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
            handler: 'CacheFirst',
            options: { cacheName: 'assets', expiration: { maxEntries: 120 } },
          },
        ],
      },
    }),
  ],
  build: {
    target: 'es2023',
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    // Every asset stays a separate file that browsers keep; the one exception is a font in index.html (build/page-start.ts).
    assetsInlineLimit: 0,
    // The inline script of index.html asks for the chunks of the first page (build/page-start.ts), and the router loads a page before
    // it is opened (`defaultPreload`). Lists of every page's chunks would be part of the first load.
    modulePreload: false,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'vendor', test: VENDOR },
            {
              name: 'core',
              test: new RegExp([CORE, SHARED, HOME_ICONS].map(({ source }) => source).join('|')),
            },
            // The addresses of the calls that live updates renew: the stream starts on every page, and fetches nothing else.
            { name: 'calls', test: CALLS },
            { name: 'kinds', test: KINDS },
            { name: pageChunks(), debugName: 'pages' },
            // Sheets and dialogs: most pages fetch them with the first one that opens.
            { name: 'overlays', test: /node_modules[\\/]@(base-ui|floating-ui)[\\/]/, minShareCount: 8 },
            // Icons that several pages share: one request instead of one for each.
            { name: 'more-icons', test: /lucide-react/, minShareCount: 2 },
            // What many pages share, as one file: on a slow network a request costs more than a kilobyte.
            { name: 'shared', test: PARTS, minShareCount: 6 },
          ],
        },
      },
    },
  },
  // The worker that checks proofs does not need schemas either. It loads parts that few documents need.
  worker: { format: 'es', plugins: () => [contractSlim()] },
  server: {
    proxy: {
      '/api': server,
      '/gameweb': server,
      '/i/': server,
      '/media': server,
      '/p/': server,
      '/sandbox': server,
    },
  },
})
