import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { besideOf, hashOf, keepNewest, moveInto } from './hashed-folders.mjs'
import { giveUp, installed, root } from './install.mjs'

const adminSources = ['admin', 'resources', 'vite.config.ts', 'package-lock.json']
const serverSources = ['api', 'resources', 'seeds', 'vite.server.config.ts', 'package-lock.json']
const stamp = join(root, 'dist', 'admin.sha256')

/** Builds the admin into dist/admin with the given Node, unless what is there was built from the same sources. */
export function buildAdminWhenStale(node) {
  if (!existsSync(join(root, 'admin', 'index.html'))) return
  const hash = hashOf(adminSources)
  const built = existsSync(join(root, 'dist', 'admin', 'index.html')) && existsSync(stamp)
  if (built && readFileSync(stamp, 'utf8') === hash) return
  buildAdmin(node, hash)
}

// Built beside and then moved into place, so that a running server never serves half a build.
function buildAdmin(node, hash) {
  const beside = join(root, 'dist', `admin-${process.pid}`)
  runVite(node, 'the screens', 'vite.config.ts', beside)
  compress(join(beside, 'assets'))
  mkdirSync(join(root, 'dist'), { recursive: true })
  rmSync(join(root, 'dist', 'admin'), { recursive: true, force: true })
  renameSync(beside, join(root, 'dist', 'admin'))
  writeFileSync(stamp, hash)
}

/**
 * The file that starts the server: the server as few files, for the thousand sources take three times as long to read.
 * It is built with the given Node unless these sources were built before. Each build has a folder of its own, so that a
 * server that runs goes on to find its files; the last three stay.
 */
export function builtServer(node) {
  const folder = join(root, 'dist', 'server', hashOf(serverSources).slice(0, 16))
  if (!existsSync(folder)) {
    const beside = besideOf(folder)
    runVite(node, 'the server', 'vite.server.config.ts', beside)
    moveInto(folder, beside)
  }
  keepNewest(folder)
  return join(folder, 'main.cjs')
}

function runVite(node, what, config, folder) {
  console.log(`Building ${what} …`)
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(node, [vite, 'build', '--config', config, '--outDir', folder, '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    // Vite reads NODE_ENV: a development server still serves the production build of the screens.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status === 0) return
  rmSync(folder, { recursive: true, force: true })
  giveUp(`${what[0].toUpperCase()}${what.slice(1)} could not be built: see what Vite said above.`)
}

// The server answers the packed file where the browser accepts one, and packs nothing while people wait.
function compress(folder) {
  for (const name of readdirSync(folder).filter(name => /\.(js|css|svg)$/.test(name))) {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    if (bytes.length < 1_000) continue
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const node = installed()
  buildAdmin(node, hashOf(adminSources))
  builtServer(node)
}
