import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { buildAdminWhenStale } from './api/build.mjs'
import { browserArgs, findBrowser } from './tests/support/browser.ts'
import { withinSeconds } from './tests/support/limits.ts'

/** A limit of time, which only ends what hangs: slower pages are waited for longer. */
const patience = (seconds: number) => withinSeconds(seconds) * (Number(process.env.JOURNEYS_SLOWER) || 1)

// Playwright reads this file again in its workers, which find all of it already done.
if (!process.env.TEST_WORKER_INDEX) {
  process.env.BROWSER_PATH ??= await findBrowser()
  // All portals show the same screens.
  buildAdminWhenStale(process.execPath)
}

const LONGEST = 'screens.spec.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/support/journeys/template.ts',
  outputDir: process.env.JOURNEYS_RESULTS || 'test-results/journeys',
  // One more than cores, as journeys wait for answers now and then; each has a browser and a portal. Slow ones do not wait.
  workers: Math.min(availableParallelism() + (process.env.JOURNEYS_SLOWER ? 0 : 1), 8),
  // The longest file begins first: at the end one worker would wait for it.
  projects: [
    // Slow pages are for what people do; every screen is opened as every role in a part of the proof of its own.
    ...(process.env.JOURNEYS_SLOWER ? [] : [{ name: 'longest', testMatch: LONGEST }]),
    { name: 'others', testIgnore: LONGEST },
  ],
  // A journey is what somebody does in a quarter of an hour, screen after screen, beside another one in a second browser.
  timeout: patience(300),
  expect: { timeout: patience(30) },
  forbidOnly: true,
  // What the guard leaves to the slow journeys of the proof: variants of what another journey shows.
  ...(!process.env.JOURNEYS_SLOWER && !process.env.PROOF && { grepInvert: /@proof/ }),
  // `npm test` gives a failed file its second try.
  retries: 0,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath: process.env.BROWSER_PATH, args: browserArgs() },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Nothing is waited for only because it moves.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace photographs every step, which takes longer than taking it: `--trace on` where one is wanted.
    trace: 'off',
  },
})
