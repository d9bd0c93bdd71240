import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildAdminWhenStale } from './build.mjs'
import { installed, root } from './install.mjs'
import { memoryFlags, memorySettings } from './memory.mjs'

// What `npm start` runs, on a bare clone too: install, build the screens, then run the API on a Node that runs TypeScript.

const node = installed()
buildAdminWhenStale(node)
// Types need not be stripped again at every start: half the time and 20 MB less.
process.env.NODE_COMPILE_CACHE ??= join(root, 'dist', 'compile-cache')
const command = [...memoryFlags, join(root, 'api', 'main.ts'), ...process.argv.slice(2)]
const env = { ...memorySettings, ...process.env }
// In place of this process: one less to keep, and signals arrive where they should.
if (process.execve) process.execve(node, [node, ...command], env)
else runApart()

function runApart() {
  const api = spawn(node, command, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => api.kill(signal))
  api.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
