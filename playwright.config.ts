import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { buildAdminWhenStale } from './api/build.mjs'
import { browserArgs, findBrowser } from './tests/support/browser.ts'
import { withinSeconds } from './tests/support/limits.ts'

const port = Number(process.env.JOURNEYS_PORT || '3131')
/** Half of the journeys, by the time they take: beside them the others are made, on a portal of their own. */
const second = /\/(maintain-master|place-order|roles|sale-to-delivery)\.spec\.ts$/
const lanes = [
  { name: 'first', port, testIgnore: second },
  { name: 'second', port: Number(process.env.JOURNEYS_SECOND_PORT) || port + 1, testMatch: second },
]
/** A limit of time: slower pages are waited for longer. */
const patience = (seconds: number) => withinSeconds(seconds) * (Number(process.env.JOURNEYS_SLOWER) || 1)
const homeAt = (of: number) => join(tmpdir(), `bilty-journeys-${of}`)

// Playwright reads this file again in its workers, which find all of it already done.
if (!process.env.TEST_WORKER_INDEX) {
  for (const lane of lanes) rmSync(homeAt(lane.port), { recursive: true, force: true })
  process.env.BROWSER_PATH ??= await findBrowser()
  // Both portals show the same screens.
  buildAdminWhenStale(process.execPath)
}

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/support/journeys-setup.ts',
  outputDir: process.env.JOURNEYS_RESULTS || 'test-results/journeys',
  workers: lanes.length,
  // A journey is what somebody does in a quarter of an hour, screen after screen, beside another one in a second browser.
  timeout: patience(120),
  expect: { timeout: patience(15) },
  forbidOnly: true,
  // `npm test` gives a failed file its second try on portals of its own.
  retries: 0,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath: process.env.BROWSER_PATH, args: browserArgs() },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    // A trace photographs every step, which takes longer than taking it: `--trace on` where one is wanted.
    trace: 'off',
  },
  projects: lanes.map(({ port: at, ...lane }) => ({ ...lane, workers: 1, use: { baseURL: `http://127.0.0.1:${at}` } })),
  webServer: lanes.map(({ port: at }) => ({
    command: 'node api/start.mjs',
    url: `http://127.0.0.1:${at}/api/health`,
    env: { PORT: `${at}`, HOST: '127.0.0.1', BILTY_HOME: homeAt(at), DATABASE_URL: '', NODE_ENV: 'development' },
    timeout: withinSeconds(60),
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  })),
})
