import { defineConfig } from 'vitest/config'
import { withinSeconds } from './tests/support/limits.ts'

const shared = {
  environment: 'node' as const,
  pool: 'forks' as const,
  testTimeout: withinSeconds(60),
  hookTimeout: withinSeconds(60),
  expect: { poll: { timeout: withinSeconds(30), interval: 25 } },
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
          setupFiles: 'tests/support/real-world.ts',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: 'tests/support/database-setup.ts',
        },
      },
    ],
  },
})
