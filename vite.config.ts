import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = `http://127.0.0.1:${process.env.PORT || 3030}`

export default defineConfig({
  root: resolve(import.meta.dirname, 'admin'),
  plugins: [react()],
  // The server puts the nonce of each answer in its place.
  html: { cspNonce: 'NONCE' },
  build: {
    outDir: resolve(import.meta.dirname, 'dist/admin'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // @refinedev/antd is one module that also imports pro-layout and react-markdown: what no screen uses stays out.
      treeshake: {
        moduleSideEffects: [
          { test: /node_modules.(@ant-design.pro-|react-markdown|remark|unified)/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// }],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': api,
      '/sap': api,
      '/gateway': api,
      '/socket.io': { target: api, ws: true },
    },
  },
})
