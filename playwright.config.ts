import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { browserArgs, findBrowser } from './tests/support/browser.ts'

const port = process.env.JOURNEYS_PORT || '3131'
const home = join(tmpdir(), `bilty-journeys-${port}`)

// Playwright reads this file again in its workers, which find both already done.
if (!process.env.TEST_WORKER_INDEX) {
  rmSync(home, { recursive: true, force: true })
  process.env.BROWSER_PATH ??= await findBrowser()
}

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results/journeys',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: { executablePath: process.env.BROWSER_PATH, args: browserArgs() },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node api/start.mjs',
    url: `http://127.0.0.1:${port}/api/health`,
    env: { PORT: port, HOST: '127.0.0.1', BILTY_HOME: home, DATABASE_URL: '', NODE_ENV: 'development' },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
