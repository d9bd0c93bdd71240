import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../api/platform/config.ts'
import { withinSeconds } from '../../support/limits.ts'

describe('npm run dev', { tags: ['proof'] }, () => {
  it(
    'starts the server again when a source changes',
    async () => {
      const home = mkdtempSync(join(tmpdir(), 'bilty-dev-'))
      const { DATABASE_URL: _, ...inherited } = process.env
      const env = { ...inherited, NODE_ENV: 'development', BILTY_HOME: home, PORT: '0' }
      const dev = spawn(process.execPath, [join(root, 'api', 'dev.mjs')], { env })
      let said = ''
      dev.stdout.on('data', chunk => {
        said += chunk
      })
      const starts = () =>
        expect.poll(() => said.split('Bilty is listening').length - 1, { timeout: withinSeconds(200) })
      await starts().toBe(1)
      const now = new Date()
      utimesSync(join(root, 'api', 'orders', 'save-order.ts'), now, now)
      await starts().toBe(2)
      dev.kill('SIGTERM')
      await once(dev, 'exit')
      rmSync(home, { recursive: true, force: true })
    },
    withinSeconds(500),
  )
})
