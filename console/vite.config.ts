import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The server of `npm run dev`. */
const api = 'http://127.0.0.1:8787'

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the same files work at `/` and below any path of a proxy.
  base: './',
  plugins: [react(), tailwind(), compressed()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The budget is a test: console/test/budget.test.ts.
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy: { '^/(v[234]|health|ready|openapi\\.json|docs)': api } },
})

/** Writes `.br` and `.gz` beside each text asset, so that the server compresses nothing. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      const assets = join(import.meta.dirname, 'dist/assets')
      for (const name of readdirSync(assets).filter(each => /\.(js|css|svg)$/.test(each))) {
        const bytes = readFileSync(join(assets, name))
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, { params }))
        writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
