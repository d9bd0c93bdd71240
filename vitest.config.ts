import { defineConfig } from 'vitest/config'

const shared = {
  environment: 'node' as const,
  pool: 'forks' as const,
  // Only what never ends is cut off: a machine under load takes twenty times as long over the long tests.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000, interval: 25 } },
}

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      { test: { ...shared, name: 'resources', include: ['tests/resources/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'api',
          // The portal's modules are read once a worker, not once a file; each file makes a portal of its own.
          isolate: false,
          setupFiles: 'tests/support/real-time.ts',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: 'tests/support/database-setup.ts',
        },
      },
    ],
  },
})
