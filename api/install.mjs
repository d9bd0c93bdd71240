import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Plain JavaScript, because on a bare clone this runs on whatever Node the system has, before anything is installed.

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')

const oldestNode = 24

/** Prints one sentence and ends the process with exit code 1. */
export function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Installs the locked packages when they are missing or not those of the lock, and returns the path of a Node that runs TypeScript. */
export function installed() {
  if (!matchesLock()) install()
  return currentNode()
}

/** Whether this process itself runs on a Node that runs TypeScript. */
export function runsTypeScript() {
  return Number(process.versions.node.split('.')[0]) >= oldestNode
}

function install() {
  console.log('Installing packages (npm ci, about half a minute) …')
  const flags = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync('npm', flags, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (error) giveUp('The packages could not be installed, because npm is not on the PATH: install Node.js with npm.')
  if (status !== 0) giveUp('The packages could not be installed: see what npm said above, mend it and start again.')
}

// Contents are compared, not times: a checkout touches times without changing the lock.
function matchesLock() {
  const kept = packagesOf('node_modules/.package-lock.json')
  const wanted = packagesOf('package-lock.json')
  if (!wanted) giveUp('package-lock.json is missing or damaged: restore it from the repository.')
  if (!kept) return false
  return Object.entries(wanted).every(
    ([path, { version, optional, peer }]) =>
      path === '' || kept[path]?.version === version || (!kept[path] && (optional || peer)),
  )
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return null
  }
}

function currentNode() {
  for (const name of ['node', 'node.exe']) {
    const path = join(root, 'node_modules', 'node', 'bin', name)
    if (existsSync(path) && spawnSync(path, ['--version']).status === 0) return path
  }
  if (runsTypeScript()) return process.execPath
  return giveUp(
    `Bilty needs Node ${oldestNode} or newer, this is ${process.version}, and the one among its packages is missing because install scripts were ignored: run "npm ci --ignore-scripts=false", or install Node ${oldestNode}.`,
  )
}
