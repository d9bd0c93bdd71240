import { defineConfig, devices } from '@playwright/test'
import { browserArgs, findBrowser } from '../support/browser.ts'
import { withinSeconds } from '../support/limits.ts'

// Axe looks at the pages that the journeys wrote down, each once: run the journeys first.

if (!process.env.TEST_WORKER_INDEX) process.env.BROWSER_PATH ??= await findBrowser()

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/accessibility',
  workers: 2,
  fullyParallel: true,
  timeout: withinSeconds(120),
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath: process.env.BROWSER_PATH, args: browserArgs() },
    locale: 'en-IN',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
