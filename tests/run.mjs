import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installed, root } from '../api/install.mjs'

// What `npm test` runs, on a bare clone too: installs what is missing, then goes on with a Node that reads TypeScript.
// `npm test -- api mariadb` runs the stages named, `npm test -- changed` what a change of the last minutes needs.

const { status, error } = spawnSync(installed(), [join(root, 'tests', 'run', 'main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
if (error) throw error
process.exitCode = status ?? 1
