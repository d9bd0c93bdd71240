import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { giveUp, installed, root } from './install.mjs'

const sources = ['admin', 'resources', 'vite.config.ts', 'package-lock.json']
const stamp = join(root, 'dist', 'admin.sha256')

/** Builds the admin into dist/admin with the given Node, unless what is there was built from the same sources. */
export function buildAdminWhenStale(node) {
  if (!existsSync(join(root, 'admin', 'index.html'))) return
  const hash = sourceHash()
  const built = existsSync(join(root, 'dist', 'admin', 'index.html')) && existsSync(stamp)
  if (built && readFileSync(stamp, 'utf8') === hash) return
  buildAdmin(node, hash)
}

// Built beside and then moved into place, so that a running server never serves half a build.
function buildAdmin(node, hash) {
  console.log('Building the screens …')
  const beside = join(root, 'dist', `admin-${process.pid}`)
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(node, [vite, 'build', '--outDir', beside, '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    // Vite reads NODE_ENV: a development server still serves the production build of the screens.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) {
    rmSync(beside, { recursive: true, force: true })
    giveUp('The screens could not be built: see what Vite said above.')
  }
  compress(join(beside, 'assets'))
  mkdirSync(join(root, 'dist'), { recursive: true })
  rmSync(join(root, 'dist', 'admin'), { recursive: true, force: true })
  renameSync(beside, join(root, 'dist', 'admin'))
  writeFileSync(stamp, hash)
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

function sourceHash() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(name => filesUnder(join(root, name))).sort()) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap(entry =>
      entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
    )
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) buildAdmin(installed(), sourceHash())
