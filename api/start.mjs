import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { buildAdminWhenStale, builtServer } from './build.mjs'
import { installed } from './install.mjs'
import { memoryFlags, memorySettings } from './memory.mjs'

// What `npm start` runs, on a bare clone too: install, build the screens and the server, then run it.

const node = installed()
buildAdminWhenStale(node)
const server = builtServer(node)
// What was compiled is kept beside the build from one start to the next.
process.env.NODE_COMPILE_CACHE ??= join(dirname(server), 'compile-cache')
const command = [...memoryFlags, server, ...process.argv.slice(2)]
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
