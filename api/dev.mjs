import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installed, root } from './install.mjs'

// What `npm run dev` runs: the API, restarted when a file changes, and Vite with the screens, which passes /api on to it.

const node = installed()
// What was compiled is kept, so that a restart reads only what changed anew.
process.env.NODE_COMPILE_CACHE ??= join(root, 'dist', 'compile-cache')
const running = [
  spawn(node, ['--watch-preserve-output', '--watch', join(root, 'api', 'main.ts')], { cwd: root, stdio: 'inherit' }),
  spawn(node, [join(root, 'node_modules', 'vite', 'bin', 'vite.js')], { cwd: root, stdio: 'inherit' }),
]

function stop(signal) {
  for (const child of running) child.kill(signal)
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
for (const child of running) {
  child.on('exit', code => {
    stop('SIGTERM')
    process.exitCode ??= code ?? 0
  })
}
