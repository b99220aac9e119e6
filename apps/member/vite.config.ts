import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { fontPreload } from './build/font-preload.ts'

/** Where the server listens while the app is developed; the built app is served by the server itself. */
const server = process.env.API_ORIGIN ?? `http://localhost:${process.env.PORT ?? '3000'}`

const REACT = /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store)[\\/]/
const ROUTER = /node_modules[\\/](@tanstack)[\\/]/
const MESSAGES = /node_modules[\\/](i18next|react-i18next|html-parse-stringify)[\\/]/

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    fontPreload(),
    VitePWA({
      // The worker is registered by src/shell/worker.ts: an injected script would be inline.
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
        // The shell and the screens are kept for the way under ground; a language or the telephone
        // countries are kept once they were used (runtime caching below).
        globPatterns: ['index.html', 'boot.js', 'icons/*.svg', 'assets/**/*.{js,css,woff2,svg}'],
        globIgnores: ['assets/messages/**', 'assets/phone-*'],
        navigateFallback: '/index.html',
        navigateFallbackAllowlist: [/^\/$/],
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
  json: { namedExports: false },
  build: {
    target: 'es2022',
    // Everything stays a file of its own: data: URLs would escape the content policy's font-src.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      // Declarations of the contract do nothing by themselves: what no screen names is left out.
      treeshake: { manualPureFunctions: ['endpoint', 'paged', 'hex'] },
      output: {
        chunkFileNames: (chunk) => {
          const file = chunk.facadeModuleId ?? ''
          const message = /src[\\/]i18n[\\/]([a-z-]+)[\\/]([\w-]+)\.json$/.exec(file)
          return message ? `assets/messages/${message[1]}-${message[2]}-[hash].js` : 'assets/[name]-[hash].js'
        },
        codeSplitting: {
          groups: [
            { name: 'react', test: REACT },
            { name: 'router', test: ROUTER },
            { name: 'i18n', test: MESSAGES },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/sandbox': server } },
})
